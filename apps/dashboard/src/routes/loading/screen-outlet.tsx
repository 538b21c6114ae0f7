import { Outlet } from "react-router";
import { AdminEntriesContext } from "../../components/admin/admin-entries.ts";
import { ADMIN_ENTRIES } from "../nav-entries.ts";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { usePendingScreen } from "./use-pending-screen.ts";

/**
 * Shows the screen, or the skeleton of the next screen while it loads. The previous screen stays mounted until the navigation is complete.
 */
export function ScreenOutlet() {
  const pending = usePendingScreen();
  return (
    <>
      {pending && <ScreenSkeleton screen={pending} />}
      <div style={{ display: pending ? "none" : "contents" }}>
        <AdminEntriesContext value={ADMIN_ENTRIES}>
          <Outlet />
        </AdminEntriesContext>
      </div>
    </>
  );
}
