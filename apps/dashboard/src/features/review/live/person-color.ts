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

/** Always the same for a page of somebody. */
export function personColor(id: string): string {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return COLORS[sum % COLORS.length] as string;
}
