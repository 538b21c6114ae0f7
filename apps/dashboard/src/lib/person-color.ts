/** Colours that are distinguishable on any frame; white letters on them have a contrast of 4.5:1. */
const PERSON_COLOURS = [
  "#b4235a",
  "#1d6fa5",
  "#7a3fc4",
  "#a34a00",
  "#1d7a46",
  "#0b7285",
  "#8a3ffc",
  "#9c4221",
] as const;

/**
 * Returns two initials for a name, from its first and last part, because the names of a client's users often start with the same word.
 * @example initialsOf("lagoon-media-editor") // "LE"
 * @example initialsOf("anna") // "AN"
 */
export function initialsOf(name: string): string {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
  const [first = "", second = ""] = parts.length > 1 ? [parts[0], parts.at(-1)] : [...(parts[0] ?? "")];
  return [first, second]
    .map((part) => [...part][0] ?? "")
    .join("")
    .toUpperCase();
}

/**
 * Returns the colour of a participant. It is derived from the name, as in their comments or, for team members whose name is not known, from
 * the id of their page.
 */
export const presenceColour = ({ id, name }: { id: string; name: string }): string =>
  personColour(name || id);

/** Returns a colour that is always the same for a given name or id. */
export function personColour(id: string): string {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return PERSON_COLOURS[sum % PERSON_COLOURS.length] as string;
}
