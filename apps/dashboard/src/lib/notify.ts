import i18next from "i18next";
import type { ReactNode } from "react";

interface Notice {
  title?: string;
  message: ReactNode;
  /** The id of the notification, with which it can be hidden early. */
  id?: string;
  autoClose?: number;
}

let showNotices = async (): Promise<void> => undefined;

/** Sets how notices are shown; called once by the component that shows them. */
export function registerNoticeHost(show: () => Promise<void>): void {
  showNotices = show;
}

const createNotifier = (color: string) => (notice: Notice) => {
  // Ignores a failure to load the script. The notification is then not shown, but the action that it reports has been completed.
  void Promise.all([import("@mantine/notifications"), showNotices()]).then(
    ([{ notifications }]) =>
      notifications.show({ color, closeButtonProps: { "aria-label": i18next.t("common.close") }, ...notice }),
    () => undefined,
  );
};

/** Shows a short notification, which disappears automatically. */
export const notify = {
  success: createNotifier("teal"),
  warning: createNotifier("orange"),
  failure: createNotifier("red"),
};

/** Hides a notification. */
export async function hideNotice(id: string): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  notifications.hide(id);
}

/** Reports that a part of the page could not be loaded. @throws the given error, so that the caller stops as well. */
export function notifyUnreachable(error: unknown): never {
  notify.failure({ message: i18next.t("errors.unavailable") });
  throw error;
}
