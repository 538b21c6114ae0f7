import { registerNoticeHost } from "../../lib/notify.ts";
import { createLazyHost } from "./lazy-host.tsx";

const toastContainer = createLazyHost(async () => {
  const { Notifications } = await import("@mantine/notifications");
  return () => <Notifications position="bottom-left" />;
});
registerNoticeHost(toastContainer.want);

/** Loads the code of notices in advance. */
export const preloadToasts = (): Promise<void> => toastContainer.want();

/** The container of all notices, mounted once around every page. It is empty until the first notice. */
export const Toasts = toastContainer.Place;
