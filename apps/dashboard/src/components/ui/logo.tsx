import type { ClientType } from "@shoal/contract";

const BACKGROUND_COLOURS: Record<ClientType, string> = {
  platform: "#0b62d6",
  plugin: "#0b757c",
  camera: "#4d43b8",
};

/** Draws the product's logo: two fish of a shoal. Plugin clients see a fish among peers, cameras a fish in the lens. */
export function Logo({ type = "platform", sizePx = 30 }: { type?: ClientType; sizePx?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={sizePx} height={sizePx} aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="16" fill={BACKGROUND_COLOURS[type]} />
      <g fill="#fff">{CLIENT_GLYPHS[type]}</g>
    </svg>
  );
}

const FISH_PATH = "c6-7 16-7 22 0l6-4v10l-6-4c-6 6-16 6-22-2z";
const CLIENT_GLYPHS: Record<ClientType, React.ReactNode> = {
  platform: (
    <>
      <path d={`M12 24${FISH_PATH}`} />
      <path d={`M24 42${FISH_PATH}`} opacity=".75" />
    </>
  ),
  plugin: (
    <>
      <path d={`M18 33${FISH_PATH}`} />
      <path d="M14 15 32 25M50 15 34 25M32 53V42" stroke="#fff" strokeWidth="2.5" opacity=".7" />
      <circle cx="13" cy="14" r="5" />
      <circle cx="51" cy="14" r="5" />
      <circle cx="32" cy="53" r="5" />
    </>
  ),
  camera: (
    <>
      <circle cx="32" cy="32" r="22" fill="none" stroke="#fff" strokeWidth="4" />
      <path d={`M18 33${FISH_PATH}`} />
      <circle cx="49" cy="14" r="4" />
    </>
  ),
};
