import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker, useNavigate } from "react-router";
import { askConfirmation } from "../dialogs/confirm.tsx";
import { type NoteUnsaved, UnsavedContext } from "./unsaved.ts";

interface UnsavedChangesProps {
  /** Whether another tab of the page is another page: its forms go with it. */
  isLeftByTabs?: boolean;
  children: ReactNode;
}

/** Asks before the page is left while any form inside holds what is not saved. */
export function UnsavedChanges({ isLeftByTabs = false, children }: UnsavedChangesProps) {
  const [unsaved] = useState(() => new Set<string>());
  const [isUnsaved, setUnsaved] = useState(false);
  const [note] = useState<NoteUnsaved>(() => (id: string, isHeld: boolean) => {
    if (isHeld) unsaved.add(id);
    else unsaved.delete(id);
    setUnsaved(unsaved.size > 0);
  });
  return (
    <UnsavedContext value={note}>
      {isUnsaved && <AskBeforeLeaving unsaved={unsaved} isLeftByTabs={isLeftByTabs} />}
      {children}
    </UnsavedContext>
  );
}

/**
 * Stands only while there is something to lose: a router with a blocker warns of each address that somebody types or
 * comes to by another page's link, also where nothing would be blocked.
 */
function AskBeforeLeaving({ unsaved, isLeftByTabs }: { unsaved: Set<string>; isLeftByTabs: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (isLeftByTabs && currentLocation.search !== nextLocation.search)),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const target = blocker.location;
    blocker.reset();
    askConfirmation({
      title: t("videoPage.unsavedTitle"),
      text: t("videoPage.unsavedText"),
      confirm: t("videoPage.unsavedLeave"),
      isDangerous: true,
      run() {
        unsaved.clear();
        void navigate(target);
      },
    });
  }, [blocker, navigate, t, unsaved]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [unsaved]);
  return null;
}
