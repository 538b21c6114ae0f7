/**
 * Merges two changes of a list: every removal and every addition applies.
 * @param base the original list.
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
