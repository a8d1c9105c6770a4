import type { ViewContext } from "../view-context.ts";

/** Data attributes for the frame script: the merchant's origin, the frame id and the outcome. */
export function FrameNotes({ view }: { readonly view: ViewContext }) {
  const { frame } = view.kit;
  if (frame === undefined) return null;
  return (
    <div
      hidden
      id="frame"
      data-origin={frame.origin}
      data-frame={frame.id}
      data-news={view.news === undefined ? undefined : JSON.stringify(view.news)}
      data-expiry={view.expiry === undefined ? undefined : JSON.stringify(view.expiry)}
    />
  );
}
