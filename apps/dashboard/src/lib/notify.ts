import { notifications } from "@mantine/notifications";
import i18next from "i18next";

interface Notice {
  title?: string;
  message: string;
  autoClose?: number;
}

const show = (color: string) => (notice: Notice) =>
  notifications.show({ color, closeButtonProps: { "aria-label": i18next.t("common.close") }, ...notice });

/** A short word about what happened; it goes away by itself. */
export const notify = { success: show("teal"), warning: show("orange"), failure: show("red") };
