/** A field that somebody else changed while it was being edited here. */
export interface ForeignChange<V> {
  field: keyof V & string;
  before: unknown;
  now: unknown;
  /** Whether it was changed here too, to something else: the reader decides. */
  isContested: boolean;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields of a form that were changed here.
 * @example findOwnChanges({ name: "a", phone: "1" }, { name: "b", phone: "1" }) // { name: "b" }
 */
export function findOwnChanges<V extends object>(base: V, values: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[];
  const changed = names.filter((name) => !isSame(base[name], values[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>;
}

/**
 * Brings what somebody else saved into a form that is being filled in: fields that were not touched here take the new
 * value, the others keep what was typed.
 * @param base the values that the form began with; `latest` those that the server has now.
 */
export function mergeEdits<V extends object>(
  base: V,
  values: V,
  latest: V,
): { values: V; changes: ForeignChange<V>[] } {
  const own = findOwnChanges(base, values);
  const foreign = Object.keys(findOwnChanges(base, latest)) as (keyof V & string)[];
  const changes = foreign.map((field) => ({
    field,
    before: base[field],
    now: latest[field],
    isContested: field in own && !isSame(own[field], latest[field]),
  }));
  return { values: { ...latest, ...own }, changes };
}
