import i18next from "i18next";
import { askConfirmation } from "../dialogs/confirm.tsx";
import type { FloatingWindow } from "./window-state.ts";

/** Closes windows, asking first if a live is running in one of them (§2), or if something was entered. */
export function closeWithConfirmation(closing: readonly FloatingWindow[], close: () => void): void {
  if (!closing.some(({ isRunning }) => isRunning)) {
    if (closing.some(({ isUnsaved }) => isUnsaved)) askUnsaved(close);
    else close();
    return;
  }
  askConfirmation({
    title: i18next.t("windows.running.title"),
    text: i18next.t("windows.running.text"),
    confirm: i18next.t("windows.running.confirm"),
    run: close,
  });
}

const askUnsaved = (close: () => void): void =>
  askConfirmation({
    title: i18next.t("common.unsaved.title"),
    text: i18next.t("common.unsaved.window"),
    confirm: i18next.t("common.unsaved.discard"),
    isDangerous: true,
    run: close,
  });
