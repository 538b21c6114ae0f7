import { createContext, useContext, useEffect, useId } from "react";

/** Records whether a form inside the page, window or drawer has unsaved changes. */
export type ReportUnsaved = (id: string, isUnsaved: boolean) => void;
/** Receives reports of unsaved changes. Provided by pages, windows and drawers that ask for confirmation before they are left. */
export const UnsavedContext = createContext<ReportUnsaved>(() => undefined);

/** Reports whether the caller has unsaved changes. */
export function useReportUnsaved(isUnsaved: boolean): void {
  const id = useId();
  const note = useContext(UnsavedContext);
  useEffect(() => {
    note(id, isUnsaved);
    return () => note(id, false);
  }, [id, isUnsaved, note]);
}
