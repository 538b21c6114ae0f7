import type { PlayTheme } from "@shoal/contract";

/** The style sheet's name of each colour. */
const PROPERTIES = {
  accent: "--accent",
  accentInk: "--accent-ink",
  accentText: "--accent-text",
  background: "--backdrop",
} as const satisfies Partial<Record<keyof PlayTheme, string>>;

/** Puts on the colours of the video's client. */
export function showTheme(theme: PlayTheme): void {
  const { style } = document.documentElement;
  for (const name of Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[])
    style.setProperty(PROPERTIES[name], theme[name]);
}
