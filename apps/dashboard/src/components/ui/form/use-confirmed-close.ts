import { type KeyboardEvent, useCallback, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../dialogs/confirm.tsx";
import { type ReportUnsaved, UnsavedContext } from "./unsaved.ts";

/** Stacking order below the dialogs that the drawer opens. */
const Z_INDEX = 190;

/**
 * Returns the properties of a drawer with a form: while the form has unsaved changes, closing the drawer asks first. Uses the texts of the
 * "shared" area.
 * @returns `drawer`, the props of the Drawer, `note`, the value of the UnsavedContext around its content, and `confirmDiscard`, which asks
 * in the same way before any other action that discards the form.
 * @example <Drawer opened {...drawer}><UnsavedContext value={note}>…</UnsavedContext></Drawer>
 */
export function useConfirmedClose(onClose: () => void) {
  const { t } = useTranslation();
  const notePage = useContext(UnsavedContext);
  const [unsaved] = useState(() => new Set<string>());
  const note = useCallback<ReportUnsaved>(
    (id, isUnsaved) => {
      notePage(id, isUnsaved);
      if (isUnsaved) unsaved.add(id);
      else unsaved.delete(id);
    },
    [notePage, unsaved],
  );
  function confirmDiscard(run: () => void): void {
    if (unsaved.size === 0) run();
    else
      askConfirmation({
        title: t("shared.unsaved.title"),
        text: t("shared.unsaved.text"),
        confirm: t("shared.unsaved.discard"),
        isDangerous: true,
        run,
      });
  }
  const handleClose = () => confirmDiscard(onClose);
  /** Closes the drawer on Escape, unless a dialog above the drawer, an open list or an input method handles the key. */
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const isMeant =
      (event.target as HTMLElement).dataset.mantineStopPropagation !== "true" &&
      !event.nativeEvent.isComposing;
    if (event.key === "Escape" && isMeant && !event.defaultPrevented) handleClose();
  }
  return {
    note,
    confirmDiscard,
    drawer: { onClose: handleClose, closeOnEscape: false, onKeyDown: handleKey, zIndex: Z_INDEX },
  };
}
