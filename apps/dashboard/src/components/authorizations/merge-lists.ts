/**
 * What comes of a list that two people changed: each entry that someone took out is out, each that someone put in is in.
 * @param base the list that both began with.
 * @example mergeLists(["a", "b"], ["a", "c"], ["a", "b", "d"]) // ["a", "d", "c"]
 */
export function mergeLists(
  base: readonly string[],
  own: readonly string[],
  other: readonly string[],
): string[] {
  const taken = new Set(base.filter((entry) => !own.includes(entry)));
  const added = own.filter((entry) => !base.includes(entry));
  return [...new Set([...other.filter((entry) => !taken.has(entry)), ...added])];
}
