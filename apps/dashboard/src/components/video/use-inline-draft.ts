import { type Dispatch, type SetStateAction, useEffect, useRef } from "react";
import { type ConflictingChange, mergeEdits, saveOverLatest } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { type InlineDraft, isSameValue } from "./inline-draft.ts";

export interface InlineDraftOptions<T> {
  /** The displayed value, which others may change while it is being edited on this page. */
  value: T;
  /** Reads the current value from the server, with its revision. */
  read: () => Promise<{ value: T; revision: number }>;
  /** Saves the value. Fails with "edit_conflict" if the revision is outdated. */
  onSave: (value: T, revision: number) => Promise<unknown>;
  onEnd: () => void;
}

/** The state that the field itself holds, because the field appears before the code for saving has loaded. */
export interface InlineDraftState<T> {
  held: InlineDraft<T>;
  setHeld: Dispatch<SetStateAction<InlineDraft<T>>>;
  /** Whether the draft was confirmed and is being saved. */
  isSaving: boolean;
  setSaving: (isSaving: boolean) => void;
}

/** Edits a value in place. Changes saved by others are shown, and only saving again overwrites them. */
export function useInlineDraft<T>(options: InlineDraftOptions<T> & InlineDraftState<T>) {
  const { value, read, onSave, onEnd, held, setHeld, isSaving, setSaving } = options;
  const { base, draft, changes } = held;
  const isRunning = useRef(false);
  // When a save ends, the user may already have typed more than was saved.
  const latestDraft = useRef(draft);
  useEffect(() => {
    latestDraft.current = draft;
  });

  function adopt(latest: T): void {
    setHeld((known) => {
      const merged = mergeEdits(known.base, known.draft, { value: latest });
      return { base: { value: latest }, draft: merged.values, changes: merged.changes };
    });
  }
  const rebase = (saved: T) => setHeld((known) => ({ ...known, base: { value: saved }, changes: [] }));
  useEffect(() => {
    if (!isSaving && !isSameValue(base.value, value)) adopt(value);
  });
  async function save(): Promise<void> {
    try {
      const isSaved = await saveOverLatest(read, async (latest) => {
        if (!isSameValue(latest.value, base.value)) {
          adopt(latest.value);
          return false;
        }
        await onSave(draft.value, latest.revision);
        return true;
      });
      if (isSaved && isSameValue(latestDraft.current, draft)) {
        onEnd();
        return;
      }
      // Text typed during the save stays in the open field.
      if (isSaved) rebase((await read()).value);
    } catch (error) {
      notify.failure({ message: errorText(error) });
    }
    setSaving(false);
  }
  useEffect(() => {
    if (!isSaving || isRunning.current) return;
    isRunning.current = true;
    void save().finally(() => {
      isRunning.current = false;
    });
  });
  return {
    changes,
    acceptForeign: ({ now }: ConflictingChange<{ value: T }>) =>
      setHeld((known) => ({ ...known, draft: { value: now as T }, changes: [] })),
  };
}
