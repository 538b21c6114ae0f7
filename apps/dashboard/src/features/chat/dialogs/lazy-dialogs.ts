import i18next from "i18next";
import { notify } from "../../../lib/notify.ts";

type ChatDialogs = typeof import("./all-dialogs.ts");

/** Returns a function that opens a dialog of chat. The code of all dialogs is loaded with the first dialog. */
function lazyDialog<Name extends keyof ChatDialogs>(name: Name): ChatDialogs[Name] {
  const open = (...args: unknown[]): void => {
    import("./all-dialogs.ts").then(
      (dialogs) => (dialogs[name] as (...given: unknown[]) => void)(...args),
      () => notify.failure({ message: i18next.t("errors.unavailable") }),
    );
  };
  return open as ChatDialogs[Name];
}

export const openForwardDialog = lazyDialog("openForwardDialog");
export const openHandOverDialog = lazyDialog("openHandOverDialog");
export const openJumpToDateDialog = lazyDialog("openJumpToDateDialog");
export const openNewPrivateDialog = lazyDialog("openNewPrivateDialog");
export const openNewRoomDialog = lazyDialog("openNewRoomDialog");
export const openNewTeamDialog = lazyDialog("openNewTeamDialog");
export const openPeopleDialog = lazyDialog("openPeopleDialog");
export const openPinsDialog = lazyDialog("openPinsDialog");
export const openRenameDialog = lazyDialog("openRenameDialog");
export const openSeenByDialog = lazyDialog("openSeenByDialog");
