import type { ForeignChange } from "../../lib/edit-conflict.ts";

/** A value that is being edited: what it began with, what was typed, and what others saved meanwhile. */
export interface HeldDraft<T> {
  base: { value: T };
  draft: { value: T };
  changes: ForeignChange<{ value: T }>[];
}

export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
