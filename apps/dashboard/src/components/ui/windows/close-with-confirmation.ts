import i18next from "i18next";
import { askConfirmation } from "../dialogs/confirm.tsx";
import type { FloatingWindow } from "./window-state.ts";

/**
 * Closes windows after a confirmation if a live is running in one of them (§2), or if one contains unsaved entries. Locked windows stay
 * open and need no confirmation.
 */
export function closeWithConfirmation(windows: readonly FloatingWindow[], close: () => void): void {
  const { t } = i18next;
  const closing = windows.filter(({ isLocked }) => !isLocked);
  const isRunning = closing.some((window) => window.isRunning);
  const isUnsaved = closing.some((window) => window.isUnsaved);
  if (!isRunning && !isUnsaved) {
    close();
    return;
  }
  const texts = [
    ...(isRunning ? [t("windows.running.text")] : []),
    ...(isUnsaved ? [t("shared.unsaved.window")] : []),
  ];
  askConfirmation({
    title: t(isRunning ? "windows.running.title" : "shared.unsaved.title"),
    text: texts.join(" "),
    confirm: t(isRunning ? "windows.running.confirm" : "shared.unsaved.discard"),
    isDangerous: isUnsaved,
    run: close,
  });
}
