import { registerNoticeHost } from "../../lib/notify.ts";
import { createLazyHost } from "./lazy-host.tsx";

const toastContainer = createLazyHost(async () => {
  const { Notifications } = await import("@mantine/notifications");
  return () => <Notifications position="bottom-left" />;
});
registerNoticeHost(toastContainer.want);

/** Loads the code of notices before the first one is needed. */
export const preloadToasts = (): Promise<void> => toastContainer.want();

/** The container of notices; empty until the first one. Mounted once, around every page. */
export const Toasts = toastContainer.Place;
