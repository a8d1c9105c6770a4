/** The argument of `onSuccess`. Trust the webhook or `GET status`, never this alone. */
export type VezneSuccess = {
  readonly order_id: string;
  readonly session_id: string;
  readonly status: "completed" | "authorized";
  /** Minor units: 1000 is 10.00. */
  readonly amount: number;
  /** ISO 4217, e.g. `TRY`. */
  readonly currency: string;
  /** The session's metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
};

/**
 * The argument of `onFail`. `session_expired`, `session_not_found`, `cancelled_by_merchant`,
 * `load_timeout` and `frame_blocked` are final; after any other code the customer can pay again in
 * the form.
 */
export type VezneFailure = {
  readonly code: string;
  /**
   * A text for the customer in the language of the payment page; for `load_timeout` and
   * `frame_blocked` an English text for the developer.
   */
  readonly message: string;
  readonly order_id?: string;
  readonly session_id: string;
};

export type VezneOptions = {
  /** `session_id` of a checkout session. */
  readonly sessionId: string;
  /** CSS selector of the element to fill; its content is shown until the widget replaces it. */
  readonly container: string;
  readonly onSuccess?: (data: VezneSuccess) => void;
  readonly onFail?: (error: VezneFailure) => void;
};

export type VezneWidget = {
  /** Removes the frame and restores the element's former content. */
  destroy(): void;
};

/** The type of `window.Vezne` after the script has loaded. */
export type VezneGlobal = {
  /** @throws TypeError for an invalid option. */
  init(options: VezneOptions): VezneWidget;
};

declare global {
  interface Window {
    /** Before the script has loaded, the page may put a queue of calls here: `q`. */
    Vezne?: VezneGlobal & { readonly q?: readonly VezneOptions[] };
  }
}
