/** The attribute list of a tag; those without a value are left out. */
export function attributes(pairs: Record<string, string | undefined>): string {
  return Object.entries(pairs)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
}

/** Quoted strings of HLS hold neither quotes nor line breaks, and have no escape for them. */
export const quoted = (text: string) => `"${text.replace(/["\r\n]+/g, " ")}"`;

/** Names of a group, in order: each must be unique, and a source may call all its tracks the same. */
export function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
