/** `{field: 1}` ascending or `{field: -1}` descending, one field, as the calls take it. */
export type Sort<Field extends string> = { [F in Field]?: 1 | -1 };

/**
 * The sort after a click on a header: another field begins in its own direction, the same one turns round.
 * @example nextSort({ username: 1 }, "username") // { username: -1 }
 */
export function nextSort<Field extends string>(
  sort: Sort<Field>,
  field: Field,
  first: 1 | -1 = 1,
): Sort<Field> {
  const direction = sort[field];
  return { [field]: direction ? (direction === 1 ? -1 : 1) : first } as Sort<Field>;
}
