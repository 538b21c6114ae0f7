import { lazy, Suspense, useSyncExternalStore } from "react";
import { noticePlace } from "../../lib/notify.ts";

const Place = lazy(async () => ({ default: (await import("@mantine/notifications")).Notifications }));

/** Where short notices appear; empty until the first one. Stands once, around every page. */
export function Toasts() {
  const isThere = useSyncExternalStore(noticePlace.subscribe, noticePlace.isWanted);
  return isThere ? (
    <Suspense>
      <Place position="bottom-left" />
    </Suspense>
  ) : null;
}
