/** Told apart on any picture; letters on them are white, 4.5:1. */
const COLORS = [
  "#b4235a",
  "#1d6fa5",
  "#7a3fc4",
  "#a34a00",
  "#1d7a46",
  "#0b7285",
  "#8a3ffc",
  "#9c4221",
] as const;

/** Always the same for a name, wherever it is shown. */
export function personColor(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return COLORS[sum % COLORS.length] as string;
}

/**
 * A username as words, of which initials are made.
 * @example wordsOfName("harbour-editor") // "harbour editor"
 */
export const wordsOfName = (name: string): string => name.replaceAll(/[-_.@\s]+/g, " ").trim();
