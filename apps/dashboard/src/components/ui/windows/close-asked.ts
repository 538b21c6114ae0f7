import i18next from "i18next";
import { askConfirmation } from "../dialogs/confirm.tsx";
import type { FloatingWindow } from "./window-state.ts";

/** Closes windows, asking first if a live is running in one of them (§2). */
export function closeAsked(closing: readonly FloatingWindow[], close: () => void): void {
  if (!closing.some(({ isRunning }) => isRunning)) {
    close();
    return;
  }
  askConfirmation({
    title: i18next.t("windows.running.title"),
    text: i18next.t("windows.running.text"),
    confirm: i18next.t("windows.running.confirm"),
    run: close,
  });
}
