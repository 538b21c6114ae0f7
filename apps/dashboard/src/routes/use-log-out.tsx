import { routes } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { askConfirmation } from "../components/ui/dialogs/confirm.tsx";
import { uploads } from "../features/uploads/uploads.ts";
import { leaveSession } from "../lib/queries.ts";
import { requestedPath } from "../lib/requested-path.ts";
import { call } from "../lib/session.ts";
import { stopAndCloseAll } from "./uploads-in-windows.ts";

/** Returns a function that asks for confirmation, ends the session on the server and in this browser, and shows the sign-in. */
export function useLogOut(): () => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  async function logOut(): Promise<void> {
    await stopAndCloseAll();
    // Ignores failures, because the session must end in this browser even if the server cannot be reached.
    await call(routes.logout, {}).catch(() => undefined);
    leaveSession();
    requestedPath.clear();
    await navigate("/auth");
  }
  return () =>
    askConfirmation({
      title: t("auth.logout"),
      text: [t("auth.logoutQuestion"), uploads.isBusy && t("uploads.closeConsequence")]
        .filter(Boolean)
        .join(" "),
      confirm: t("auth.logout"),
      run: logOut,
    });
}
