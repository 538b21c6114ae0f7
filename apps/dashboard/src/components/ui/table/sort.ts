/** A sort order as in API calls: one field, `{field: 1}` ascending or `{field: -1}` descending. */
export type Sort<Field extends string> = { [F in Field]?: 1 | -1 };

/**
 * Returns the sort after a click on a header: a new field starts in its default direction, while a click on the current field reverses the
 * direction.
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
