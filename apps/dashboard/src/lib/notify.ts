import i18next from "i18next";
import type { ReactNode } from "react";

interface Notice {
  title?: string;
  message: ReactNode;
  /** To take it away before its time. */
  id?: string;
  autoClose?: number;
}

let showPlace = async (): Promise<void> => undefined;

/** Set once by the component that shows notices. */
export function announcePlace(show: () => Promise<void>): void {
  showPlace = show;
}

const show = (color: string) => (notice: Notice) => {
  // Without its program a notice is not shown: what it tells of has happened all the same.
  void Promise.all([import("@mantine/notifications"), showPlace()]).then(
    ([{ notifications }]) =>
      notifications.show({ color, closeButtonProps: { "aria-label": i18next.t("common.close") }, ...notice }),
    () => undefined,
  );
};

/** A short word about what happened; it goes away by itself. */
export const notify = { success: show("teal"), warning: show("orange"), failure: show("red") };

/** Takes a notice away. */
export async function hideNotice(id: string): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  notifications.hide(id);
}

/** Part of the page could not be fetched. @throws what it was given, for the caller's own end. */
export function notifyUnreachable(error: unknown): never {
  notify.failure({ message: i18next.t("errors.unavailable") });
  throw error;
}
