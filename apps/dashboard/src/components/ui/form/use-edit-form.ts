import { useState } from "react";
import {
  type ConflictingChange,
  findOwnChanges,
  isEditConflict,
  mergeEdits,
} from "../../../lib/edit-conflict.ts";
import { useReportUnsaved } from "./unsaved.ts";
import { type AppForm, useUnguardedForm } from "./use-unguarded-form.ts";

type FormValues = Record<string, unknown>;

interface EditFormOptions<V extends FormValues, E extends { revision: number }> {
  /** The edited object, in its state when the form opened. */
  entity: E;
  valuesOf: (entity: E) => V;
  /** Validates on the page: returns a message for each invalid field. */
  validate?: (values: V) => Partial<Record<keyof V, string | null | undefined | false>>;
  /** Reloads the object after another user has changed it. */
  read: () => Promise<E>;
  /** Saves only the values that were changed in this form. */
  save: (changes: Partial<V>, revision: number) => Promise<E>;
  /** @param isUnsaved whether text was typed during the save, so that the form must stay open. */
  onSaved: (entity: E, isUnsaved: boolean) => unknown;
  onRefused?: (error: unknown) => boolean;
}

export interface EditForm<V extends FormValues, E> extends AppForm<V> {
  /** The changes that other users saved, for ConflictNotice; empty if there are none. */
  changes: ConflictingChange<V>[];
  /** Adopts another user's value of a field instead of the entered one. */
  acceptForeign: (change: ConflictingChange<V>) => void;
  /** The saved state with which the form compares the entered values. */
  base: E;
  /** The revision of that saved state, which the server compares to detect conflicts. */
  revision: number;
  /** Rebases the form on a newer state of the object, and keeps the entered values. */
  adopt: (latest: E) => void;
}

/**
 * Returns a form over an object that others may edit at the same time: changes they save first are merged into
 * untouched fields and shown, entered values are kept, and saving again applies them. The page and the drawer around it
 * ask before they are left.
 */
export function useEditForm<V extends FormValues, E extends { revision: number }>(
  options: EditFormOptions<V, E>,
): EditForm<V, E> {
  const { entity, valuesOf, validate, read, save, onSaved, onRefused } = options;
  const [base, setBase] = useState(entity);
  const [changes, setChanges] = useState<ConflictingChange<V>[]>([]);

  function adopt(latest: E): void {
    const merged = mergeEdits(valuesOf(base), app.form.getValues(), valuesOf(latest));
    app.form.setValues(merged.values);
    setBase(latest);
    setChanges(merged.changes);
  }
  async function send(values: V): Promise<E | undefined> {
    const own = findOwnChanges(valuesOf(base), values);
    if (Object.keys(own).length === 0) return base;
    try {
      return await save(own, base.revision);
    } catch (error) {
      if (!isEditConflict(error)) throw error;
      const latest = await read();
      // If others changed only fields outside the form, the user has nothing to decide.
      const foreign = findOwnChanges(valuesOf(base), valuesOf(latest));
      if (Object.keys(foreign).length === 0) return save(own, latest.revision);
      adopt(latest);
      return undefined;
    }
  }
  async function handleSaved(saved: E | undefined, sent: V): Promise<void> {
    if (!saved) return;
    setBase(saved);
    setChanges([]);
    // Text typed during the save is kept as an unsaved change.
    const { values } = mergeEdits(sent, app.form.getValues(), valuesOf(saved));
    app.form.setValues(values);
    await onSaved(saved, Object.keys(findOwnChanges(valuesOf(saved), values)).length > 0);
  }
  const app = useUnguardedForm<V, E | undefined>({
    initialValues: valuesOf(entity),
    ...(validate ? { validate } : {}),
    ...(onRefused ? { onRefused } : {}),
    send,
    onSent: handleSaved,
  });
  const own = findOwnChanges(valuesOf(base), app.form.getValues());
  useReportUnsaved(Object.keys(own).length > 0);
  function acceptForeign({ field, now }: ConflictingChange<V>): void {
    app.form.setValues({ [field]: now } as Partial<V>);
    setChanges(changes.map((each) => (each.field === field ? { ...each, isContested: false } : each)));
  }
  return { ...app, changes, acceptForeign, adopt, base, revision: base.revision };
}
