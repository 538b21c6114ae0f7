import i18next from "i18next";

interface Notice {
  title?: string;
  message: string;
  autoClose?: number;
}

let isWanted = false;
const listeners = new Set<() => void>();

/** Whether any notice was ever shown: their place is fetched with the first one. */
export const noticePlace = {
  isWanted: () => isWanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const show = (color: string) => (notice: Notice) => {
  isWanted = true;
  for (const listener of listeners) listener();
  // It waits in the library's store until its place is drawn.
  void import("@mantine/notifications").then(({ notifications }) =>
    notifications.show({ color, closeButtonProps: { "aria-label": i18next.t("common.close") }, ...notice }),
  );
};

/** A short word about what happened; it goes away by itself. */
export const notify = { success: show("teal"), warning: show("orange"), failure: show("red") };
