import { useEffect, useState } from "react";
import { type ForeignChange, mergeEdits, saveOverLatest } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { useNoteUnsaved } from "../ui/form/unsaved.ts";

export interface InlineDraftOptions<T> {
  /** As it is on screen: others may change it while it is edited here. */
  value: T;
  /** The value as the server has it now, and the revision that it belongs to. */
  read: () => Promise<{ value: T; revision: number }>;
  /** Refused with "edit_conflict" when there is another revision by then. */
  onSave: (value: T, revision: number) => Promise<unknown>;
  onEnd: () => void;
}

interface Held<T extends object = { value: unknown }> {
  base: T;
  draft: T;
  changes: ForeignChange<T>[];
}
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A value that is being edited. What somebody else saves meanwhile is told, and saved over only when saved again. */
export function useInlineDraft<T>({ value, read, onSave, onEnd }: InlineDraftOptions<T>) {
  type V = { value: T };
  const [held, setHeld] = useState<Held<V>>({ base: { value }, draft: { value }, changes: [] });
  const [isSaving, setSaving] = useState(false);
  const { base, draft, changes } = held;
  useNoteUnsaved(!isSame(base, draft));

  function adopt(latest: T): void {
    setHeld((known) => {
      const merged = mergeEdits(known.base, known.draft, { value: latest });
      return { base: { value: latest }, draft: merged.values, changes: merged.changes };
    });
  }
  useEffect(() => {
    if (!isSaving && !isSame(base.value, value)) adopt(value);
  });
  async function save(): Promise<void> {
    setSaving(true);
    try {
      const isSaved = await saveOverLatest(read, async (latest) => {
        if (!isSame(latest.value, base.value)) {
          adopt(latest.value);
          return false;
        }
        await onSave(draft.value, latest.revision);
        return true;
      });
      if (isSaved) {
        onEnd();
        return;
      }
    } catch (error) {
      notify.failure({ message: errorText(error) });
    }
    setSaving(false);
  }
  return {
    draft: draft.value,
    setDraft: (next: T) => setHeld((known) => ({ ...known, draft: { value: next } })),
    changes,
    takeForeign: ({ now }: ForeignChange<V>) =>
      setHeld((known) => ({ ...known, draft: { value: now as T }, changes: [] })),
    isSaving,
    save,
  };
}
