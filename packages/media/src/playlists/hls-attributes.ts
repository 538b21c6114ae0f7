/** Writes the attribute list of a tag. Attributes without a value are omitted. */
export function formatAttributes(pairs: Record<string, string | undefined>): string {
  return Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

/** Writes a quoted string, which in HLS cannot contain quotes or line breaks, and has no escapes. */
export const quoteString = (text: string) => `"${text.replace(/["\r\n]+/g, " ")}"`;

/** Makes the names of a group unique, in order, since a source may give all tracks the same name. */
export function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
