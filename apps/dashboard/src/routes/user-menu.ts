import type { UserView } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";
import type { ScreenName } from "./route-table.ts";

/** A screen about the account; `text` is its key below `nav`. */
export interface AccountEntry {
  screen: ScreenName;
  to: string;
  text:
    | "profile"
    | "newUser"
    | "configsAndRules"
    | "outros"
    | "pictures"
    | "trash"
    | "logs"
    | "payments"
    | "help"
    | "debug";
}

const OFFERS: readonly (AccountEntry & { for?: "managers" | "members" })[] = [
  { screen: "profile", to: "/profil", text: "profile" },
  { screen: "newUser", to: "/newuser", text: "newUser", for: "managers" },
  { screen: "configs", to: "/config", text: "configsAndRules", for: "members" },
  { screen: "outros", to: "/outros", text: "outros", for: "members" },
  { screen: "pictures", to: "/pictures", text: "pictures", for: "members" },
  { screen: "trash", to: "/trash", text: "trash", for: "members" },
  { screen: "logs", to: "/logs", text: "logs", for: "managers" },
  { screen: "payments", to: "/payments", text: "payments", for: "managers" },
  { screen: "help", to: "/aide", text: "help" },
  { screen: "debug", to: "/debug", text: "debug" },
];

/** What the user's menu leads to, as far as it exists. */
export function findAccountEntries(
  { roles }: Pick<UserView, "roles">,
  hasScreen: (name: ScreenName) => boolean,
): AccountEntry[] {
  const isMeant = {
    managers: hasRole(roles, "manager"),
    members: !readsAnalyticsOnly(roles),
  };
  return OFFERS.filter((offer) => hasScreen(offer.screen) && (!offer.for || isMeant[offer.for]));
}
