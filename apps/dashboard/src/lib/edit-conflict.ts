import { AppError } from "@shoal/contract";

/** A field that another user changed while it was being edited on this page. */
export interface ConflictingChange<V> {
  field: keyof V & string;
  before: unknown;
  now: unknown;
  /** Whether the field was also changed on this page, to another value, so that the user must decide. */
  isContested: boolean;
}

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the fields of a form that were changed on this page.
 * @example findOwnChanges({ name: "a", phone: "1" }, { name: "b", phone: "1" }) // { name: "b" }
 */
export function findOwnChanges<V extends object>(base: V, values: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[];
  const changed = names.filter((name) => !isSameValue(base[name], values[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<V>;
}

/**
 * Merges the values saved by another user into a form that is being edited: untouched fields take the new value, changed fields keep the
 * entered value.
 * @param base the values with which the form started.
 * @param latest the current values on the server.
 */
export function mergeEdits<V extends object>(
  base: V,
  values: V,
  latest: V,
): { values: V; changes: ConflictingChange<V>[] } {
  const own = findOwnChanges(base, values);
  const foreign = Object.keys(findOwnChanges(base, latest)) as (keyof V & string)[];
  const changes = foreign.map((field) => ({
    field,
    before: base[field],
    now: latest[field],
    isContested: field in own && !isSameValue(own[field], latest[field]),
  }));
  return { values: { ...latest, ...own }, changes };
}

/** Whether a save was rejected because another user saved first. */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof AppError && error.code === "edit_conflict";

/** The maximum number of attempts to save. Other users may save in between, but hardly before every attempt. */
const MAX_ATTEMPTS = 3;

/**
 * Loads the latest state and saves on top of it. After a concurrent save, loads the state and calls `save` again.
 * @param save saves on top of the given state, or returns without saving if another user's change affects the form.
 * @throws AppError "edit_conflict" after repeated conflicts, or any error of the calls.
 */
export async function saveOverLatest<E, R>(
  read: () => Promise<E>,
  save: (latest: E) => Promise<R>,
): Promise<R> {
  for (let tried = 1; ; tried++) {
    const latest = await read();
    try {
      return await save(latest);
    } catch (error) {
      if (!isEditConflict(error) || tried === MAX_ATTEMPTS) throw error;
    }
  }
}
