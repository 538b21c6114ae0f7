import { encode } from "uqr";

/** Light modules around a QR code, which readers need. */
const QUIET_MODULES = 4;

interface QrCodeProps {
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  sizePx: number;
}

/** A text as a QR code: dark on white in both schemes, since many readers know no other. */
export function QrCode({ text, label, sizePx }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={sizePx}
      height={sizePx}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <title>{label}</title>
      <rect width={size} height={size} rx={1} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
