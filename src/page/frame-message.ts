/** The argument of a merchant's `onSuccess` (contract C6); `amount` is in minor units. */
export type SuccessNews = {
  readonly order_id: string;
  readonly session_id: string;
  readonly status: "completed" | "authorized";
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** The argument of a merchant's `onFail` (contract C6). */
export type FailNews = {
  readonly code: string;
  /** A text for the customer in the language of the payment page. */
  readonly message: string;
  readonly order_id?: string;
  readonly session_id: string;
};

/** The outcome that a framed page reports to the merchant's page. */
export type News =
  | { readonly type: "success"; readonly data: SuccessNews }
  | { readonly type: "fail"; readonly data: FailNews; readonly isFinal: boolean };

/** The members of every message: the version of the protocol and the id of the frame. */
type Envelope = { readonly v: 1; readonly frame: string };

/** A message from a frame to the merchant's page. */
export type FrameMessage = Envelope &
  (
    | { readonly type: "ready"; readonly title: string; readonly news: News | undefined }
    | { readonly type: "height"; readonly height: number }
    | News
  );

/** A message to our frame from the page inside it to which the bank has returned the customer. */
export type ReturnMessage = { readonly v: 1; readonly type: "returned" };
