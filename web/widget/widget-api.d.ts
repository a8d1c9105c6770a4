/** What `onSuccess` is given. Trust the webhook or `GET status`, never this alone. */
export type VezneSuccess = {
  readonly order_id: string;
  readonly session_id: string;
  readonly status: "completed" | "authorized";
  /** Minor units: 1000 is 10.00. */
  readonly amount: number;
  /** ISO 4217, e.g. `TRY`. */
  readonly currency: string;
  /** As the session was given it. */
  readonly metadata: Readonly<Record<string, unknown>>;
};

/**
 * What `onFail` is given. After `session_expired`, `session_not_found`, `cancelled_by_merchant`,
 * `load_timeout` and `frame_blocked` nothing more will come; after any other code the form is
 * there to be tried again.
 */
export type VezneFailure = {
  readonly code: string;
  /** For people, in the language of the payment page. */
  readonly message: string;
  readonly order_id?: string;
  readonly session_id: string;
};

export type VezneOptions = {
  /** `session_id` of a checkout session. */
  readonly sessionId: string;
  /** CSS selector of the element to fill; what is in it stands in for the widget until then. */
  readonly container: string;
  readonly onSuccess?: (data: VezneSuccess) => void;
  readonly onFail?: (error: VezneFailure) => void;
};

export type VezneWidget = {
  /** Takes the frame out, and puts back what was there before. */
  destroy(): void;
};

/** `window.Vezne`, once the script has loaded. */
export type VezneGlobal = {
  /** @throws TypeError when an option is not what it has to be. */
  init(options: VezneOptions): VezneWidget;
};

declare global {
  interface Window {
    /** Until the script has come, what the page put there to take calls: `q` holds them. */
    Vezne?: VezneGlobal & { readonly q?: readonly VezneOptions[] };
  }
}
