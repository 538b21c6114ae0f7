import { createContext, useContext, useEffect, useId } from "react";

/** Records whether a form inside the page, window or drawer has unsaved changes. */
export type ReportUnsaved = (id: string, isUnsaved: boolean) => void;
/** Receives reports of unsaved changes. Provided by pages, windows and drawers that ask for confirmation before they are left. */
export const UnsavedContext = createContext<ReportUnsaved>(() => undefined);

/** Closes the dialog or the part of it around a form, and asks first if the form has unsaved changes. Undefined elsewhere. */
export const CloseContext = createContext<(() => void) | undefined>(undefined);

/**
 * Returns the handler of the Cancel button of a form in a dialog or a ClosablePart. It asks before unsaved changes are discarded, like
 * Escape and the dialog's close button.
 * @param onClose closes the form elsewhere.
 */
export const useCancel = (onClose: () => void): (() => void) => useContext(CloseContext) ?? onClose;

/** Reports whether the caller has unsaved changes. */
export function useReportUnsaved(isUnsaved: boolean): void {
  const id = useId();
  const note = useContext(UnsavedContext);
  useEffect(() => {
    note(id, isUnsaved);
    return () => note(id, false);
  }, [id, isUnsaved, note]);
}
