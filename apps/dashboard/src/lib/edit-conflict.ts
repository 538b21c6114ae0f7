import { AppError } from "@shoal/contract";

/** A field that someone else changed while it was being edited here. */
export interface ForeignChange<V> {
  field: keyof V & string;
  before: unknown;
  now: unknown;
  /** Whether the value was changed here too, to something else, so that the reader must decide. */
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
 * Merges what someone else saved into a form that is being filled in: untouched fields take the new value, the others keep what
 * was typed.
 * @param base the values that the form started with; `latest` those that the server has now.
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

/** Whether a save was refused because someone else saved first. */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof AppError && error.code === "edit_conflict";

/** Others may save something in between; a conflict on every attempt does not come from a person. */
const TRIES = 3;

/**
 * Saves on top of the state that was just read. On any concurrent save, it reads and decides again.
 * @param save may find that the change concerns the form, and save nothing.
 * @throws AppError "edit_conflict" when that happens repeatedly, or as the calls do.
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
      if (!isEditConflict(error) || tried === TRIES) throw error;
    }
  }
}
