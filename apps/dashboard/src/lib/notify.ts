import i18next from "i18next";
import type { ReactNode } from "react";

interface Notice {
  title?: string;
  message: ReactNode;
  /** For hiding it early. */
  id?: string;
  autoClose?: number;
}

let showPlace = async (): Promise<void> => undefined;

/** Set once by the component that shows notices. */
export function announcePlace(show: () => Promise<void>): void {
  showPlace = show;
}

const show = (color: string) => (notice: Notice) => {
  // If the script cannot be loaded, the notification is not shown; what it reports has happened all the same.
  void Promise.all([import("@mantine/notifications"), showPlace()]).then(
    ([{ notifications }]) =>
      notifications.show({ color, closeButtonProps: { "aria-label": i18next.t("common.close") }, ...notice }),
    () => undefined,
  );
};

/** A short notification; it disappears automatically. */
export const notify = { success: show("teal"), warning: show("orange"), failure: show("red") };

/** Hides a notification. */
export async function hideNotice(id: string): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  notifications.hide(id);
}

/** Part of the page could not be loaded. @throws the given error, so that the caller ends as well. */
export function notifyUnreachable(error: unknown): never {
  notify.failure({ message: i18next.t("errors.unavailable") });
  throw error;
}
