import type { UserView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { ScreenName } from "./route-table.ts";

/** A screen about the account; `text` is its key below `nav`. */
export interface AccountEntry {
  screen: ScreenName;
  to: string;
  text: "profile" | "newUser" | "outros" | "pictures" | "trash" | "logs" | "payments" | "help" | "debug";
}

const OFFERS: readonly (AccountEntry & { isForManagers?: true })[] = [
  { screen: "profile", to: "/profil", text: "profile" },
  { screen: "newUser", to: "/newuser", text: "newUser", isForManagers: true },
  { screen: "outros", to: "/outros", text: "outros" },
  { screen: "pictures", to: "/pictures", text: "pictures" },
  { screen: "trash", to: "/trash", text: "trash" },
  { screen: "logs", to: "/logs", text: "logs", isForManagers: true },
  { screen: "payments", to: "/payments", text: "payments", isForManagers: true },
  { screen: "help", to: "/aide", text: "help" },
  { screen: "debug", to: "/debug", text: "debug" },
];

/** What the user's menu leads to, as far as it exists. */
export function findAccountEntries(
  { roles }: Pick<UserView, "roles">,
  hasScreen: (name: ScreenName) => boolean,
): AccountEntry[] {
  return OFFERS.filter(
    ({ screen, isForManagers }) => hasScreen(screen) && (!isForManagers || hasRole(roles, "manager")),
  );
}
