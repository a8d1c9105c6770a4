/** What a merchant's `onSuccess` is given (contract C6); amount in minor units. */
export type SuccessNews = {
  readonly order_id: string;
  readonly session_id: string;
  readonly status: "completed" | "authorized";
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** What a merchant's `onFail` is given (contract C6). */
export type FailNews = {
  readonly code: string;
  /** For people, in the language of the payment page. */
  readonly message: string;
  readonly order_id?: string;
  readonly session_id: string;
};

/** What a page of ours has to tell the merchant's page around it. */
export type News =
  | { readonly type: "success"; readonly data: SuccessNews }
  | { readonly type: "fail"; readonly data: FailNews; readonly isFinal: boolean };

/** What every message of a frame carries: the protocol's version and the frame's own name. */
type Envelope = { readonly v: 1; readonly frame: string };

/** From a frame to the page around it. */
export type FrameMessage = Envelope &
  (
    | { readonly type: "ready"; readonly title: string; readonly news: News | undefined }
    | { readonly type: "height"; readonly height: number }
    | News
  );

/** From the page that the bank sends back to, to the frame of ours around it. */
export type ReturnMessage = { readonly v: 1; readonly type: "returned" };
