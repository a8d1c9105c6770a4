import { encode } from "uqr";

type QrCodeProps = { readonly text: string; readonly label: string };

/** Dark on white in every colour scheme, with the quiet zone that scanners need. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} class="qr-paper" />
      <path d={path} class="qr-ink" />
    </svg>
  );
}
