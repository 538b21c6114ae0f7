import i18next from "i18next";
import { notify } from "../../../lib/notify.ts";

type Dialogs = typeof import("./all-dialogs.ts");

/** Returns a function that opens a dialog of chat; the code of all dialogs is loaded with the first one. */
function late<Name extends keyof Dialogs>(name: Name): Dialogs[Name] {
  const open = (...args: unknown[]): void => {
    import("./all-dialogs.ts").then(
      (dialogs) => (dialogs[name] as (...given: unknown[]) => void)(...args),
      () => notify.failure({ message: i18next.t("errors.unavailable") }),
    );
  };
  return open as Dialogs[Name];
}

export const openForward = late("openForward");
export const openHandOver = late("openHandOver");
export const openJumpToDate = late("openJumpToDate");
export const openNewPrivate = late("openNewPrivate");
export const openNewRoom = late("openNewRoom");
export const openNewTeam = late("openNewTeam");
export const openPeople = late("openPeople");
export const openPins = late("openPins");
export const openRename = late("openRename");
export const openSeenBy = late("openSeenBy");
