import { z } from "zod";

/** A colour as a browser's colour field writes it; nothing else ever reaches a style sheet. */
export const COLOUR_PATTERN = "^#[0-9a-f]{6}$";
const Colour = z.string().regex(new RegExp(COLOUR_PATTERN), "takes #rrggbb in small letters");

/** The appearance of a client's player. */
export const PlayerTheme = z.strictObject({
  /** The colour of buttons, progress and marks. */
  accent: Colour,
  /** The colour shown around frames that do not fill the player, and before the first frame. */
  background: Colour,
  /** Whether the title is shown over the video. */
  hasTitle: z.boolean(),
});
export type PlayerTheme = z.infer<typeof PlayerTheme>;

export const DEFAULT_THEME: PlayerTheme = { accent: "#2ad4c5", background: "#000000", hasTitle: true };

/** A theme with its derived colours, as used by players. */
export const PlayTheme = PlayerTheme.extend({
  /** The colour of text on the accent colour. */
  accentInk: Colour,
  /** The accent colour, adjusted to be readable as text on the player's dark panels. */
  accentText: Colour,
});
export type PlayTheme = z.infer<typeof PlayTheme>;
