import i18next from "i18next";
import { notify } from "../../../lib/notify.ts";

type ChatDialogs = typeof import("./all-dialogs.ts");

/** Returns a function that opens a dialog of chat; the code of all dialogs is loaded with the first dialog. */
function lazyDialog<Name extends keyof ChatDialogs>(name: Name): ChatDialogs[Name] {
  const open = (...args: unknown[]): void => {
    import("./all-dialogs.ts").then(
      (dialogs) => (dialogs[name] as (...given: unknown[]) => void)(...args),
      () => notify.failure({ message: i18next.t("errors.unavailable") }),
    );
  };
  return open as ChatDialogs[Name];
}

export const openForward = lazyDialog("openForward");
export const openHandOverDialog = lazyDialog("openHandOver");
export const openJumpToDate = lazyDialog("openJumpToDate");
export const openNewPrivate = lazyDialog("openNewPrivate");
export const openNewRoom = lazyDialog("openNewRoom");
export const openNewTeam = lazyDialog("openNewTeam");
export const openPeople = lazyDialog("openPeople");
export const openPins = lazyDialog("openPins");
export const openRename = lazyDialog("openRename");
export const openSeenBy = lazyDialog("openSeenBy");
