import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ReportUnsaved, UnsavedContext } from "./unsaved.ts";
import { useConfirmedLeave } from "./use-confirmed-leave.ts";

interface UnsavedChangesProps {
  /** Whether changing the page's tab discards its forms, and is treated like leaving the page. */
  isLeftByTabs?: boolean;
  children: ReactNode;
}

/** Asks for confirmation before the page is left while a form inside has unsaved changes. */
export function UnsavedChanges({ isLeftByTabs = false, children }: UnsavedChangesProps) {
  const [unsaved] = useState(() => new Set<string>());
  const [isUnsaved, setUnsaved] = useState(false);
  const [note] = useState<ReportUnsaved>(() => (id: string, isHeld: boolean) => {
    if (isHeld) unsaved.add(id);
    else unsaved.delete(id);
    setUnsaved(unsaved.size > 0);
  });
  return (
    <UnsavedContext value={note}>
      {isUnsaved && <LeaveConfirmation unsaved={unsaved} isLeftByTabs={isLeftByTabs} />}
      {children}
    </UnsavedContext>
  );
}

/** Asks before the page is left. Mounted only while there are unsaved changes. */
function LeaveConfirmation({ unsaved, isLeftByTabs }: { unsaved: Set<string>; isLeftByTabs: boolean }) {
  const { t } = useTranslation();
  useConfirmedLeave(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isLeftByTabs && currentLocation.search !== nextLocation.search)),
    {
      title: t("videoPage.unsavedTitle"),
      text: t("videoPage.unsavedText"),
      confirm: t("videoPage.unsavedLeave"),
      isDangerous: true,
      run: () => unsaved.clear(),
    },
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [unsaved]);
  return null;
}
