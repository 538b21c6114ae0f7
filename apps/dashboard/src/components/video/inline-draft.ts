import type { ConflictingChange } from "../../lib/edit-conflict.ts";

/** A value being edited in place: its initial state, the draft, and the changes that other users saved. */
export interface InlineDraft<T> {
  base: { value: T };
  draft: { value: T };
  changes: ConflictingChange<{ value: T }>[];
}

export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
