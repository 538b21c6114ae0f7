import { type KeyboardEvent, useCallback, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../dialogs/confirm.tsx";
import { type NoteUnsaved, UnsavedContext } from "./unsaved.ts";

/** Below the dialogs that it opens. */
const Z_INDEX = 190;

/**
 * For a drawer with a form: while the form has unsaved changes, closing the drawer asks first. Texts of area "manage".
 * @returns `drawer` for the Drawer, `note` for an UnsavedContext around its content.
 * @example <Drawer opened {...drawer}><UnsavedContext value={note}>…</UnsavedContext></Drawer>
 */
export function useAskedClose(onClose: () => void) {
  const { t } = useTranslation();
  const notePage = useContext(UnsavedContext);
  const [unsaved] = useState(() => new Set<string>());
  const note = useCallback<NoteUnsaved>(
    (id, isUnsaved) => {
      notePage(id, isUnsaved);
      if (isUnsaved) unsaved.add(id);
      else unsaved.delete(id);
    },
    [notePage, unsaved],
  );
  function handleClose(): void {
    if (unsaved.size === 0) onClose();
    else
      askConfirmation({
        title: t("manage.unsaved.title"),
        text: t("manage.unsaved.text"),
        confirm: t("manage.unsaved.discard"),
        isDangerous: true,
        run: onClose,
      });
  }
  /** Escape in a dialog over the drawer, in an open list, or in a word of an input method is not meant for it. */
  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const isMeant =
      (event.target as HTMLElement).dataset.mantineStopPropagation !== "true" &&
      !event.nativeEvent.isComposing;
    if (event.key === "Escape" && isMeant && !event.defaultPrevented) handleClose();
  }
  return {
    note,
    drawer: { onClose: handleClose, closeOnEscape: false, onKeyDown: handleKey, zIndex: Z_INDEX },
  };
}
