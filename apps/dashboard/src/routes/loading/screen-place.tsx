import { Outlet } from "react-router";
import { AdminEntriesContext } from "../../components/admin/admin-entries.ts";
import { ADMIN_ENTRIES } from "../nav-entries.ts";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { usePendingScreen } from "./use-pending-screen.ts";

/** The screen; while another one is on its way, the outline of that one. What was shown stays as it is until it is left. */
export function ScreenPlace() {
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
