/** Adds an entry at the end, and removes the first when there are more than `max`. */
export function rememberLatest<Key, Value>(
  entries: Map<Key, Value>,
  key: Key,
  value: Value,
  max: number,
): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > max && oldest !== undefined) entries.delete(oldest);
}
