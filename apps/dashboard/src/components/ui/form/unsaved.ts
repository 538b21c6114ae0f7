import { createContext, useContext, useEffect, useId } from "react";

/** Hears of each form inside whether it holds what is not saved. */
export type NoteUnsaved = (id: string, isUnsaved: boolean) => void;
/** A page that asks before it is left gives one. */
export const UnsavedContext = createContext<NoteUnsaved>(() => undefined);

/** Says whether the caller holds what is not saved. */
export function useNoteUnsaved(isUnsaved: boolean): void {
  const id = useId();
  const note = useContext(UnsavedContext);
  useEffect(() => {
    note(id, isUnsaved);
    return () => note(id, false);
  }, [id, isUnsaved, note]);
}
