import type { ClientInfo, Role, UserView } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";
import { ADMIN_ENTRIES } from "../components/admin/admin-entries.ts";
import { findRoute } from "./find-route.ts";
import { isInPlan } from "./plan.ts";
import type { ScreenName } from "./route-table.ts";

/** Where navigation offers a screen: in the bar, in the bar's menu of more, or in the user's menu. */
export type Place = "bar" | "more" | "account";

/** A screen that navigation offers; `text` is its key below `nav`. */
export interface NavEntry {
  screen: ScreenName;
  to: string;
  place: Place;
  text:
    | "videos"
    | "docs"
    | "configs"
    | "projects"
    | "exportLinks"
    | "sceneLists"
    | "analytics"
    | "alerts"
    | "map"
    | "admin"
    | `more.${"exportLinks" | "sceneLists" | "rankings" | "map" | "footprint" | "proof" | "alerts" | "capture" | "delivery" | "rehearsal"}`
    | "profile"
    | "newUser"
    | "configsAndRules"
    | "installation"
    | "outros"
    | "pictures"
    | "trash"
    | "logs"
    | "payments"
    | "help"
    | "debug";
  /** The heading below which the menu of more shows it. */
  group?: "videos" | "lives" | "analytics";
  /** Screens that it leads to, which have no entry of their own. */
  holds?: readonly ScreenName[];
}

/** Whom an entry is meant for, beside what the client has. */
type Readers = "everybody" | "members" | "editors" | "analysts" | "managers" | "admins" | "managersAlone";

interface Offer extends NavEntry {
  isFor?: (client: ClientInfo) => boolean;
  readers: Readers;
  /** Stands in for another screen while that one does not exist. */
  standsInFor?: { screen: ScreenName; isFor: (client: ClientInfo) => boolean };
}

const isPlatform = ({ type }: ClientInfo) => type === "platform";
const isPlugin = ({ type }: ClientInfo) => type === "plugin";
const isCamera = ({ type }: ClientInfo) => type === "camera";
const not = (is: (client: ClientInfo) => boolean) => (client: ClientInfo) => !is(client);

const ADMIN_SCREENS: readonly ScreenName[] = ADMIN_ENTRIES.map(({ screen }) => screen);
const VIDEO_SCREENS: readonly ScreenName[] = ["video", "newVideos", "newLive"];

/** What is offered to whom (§2), in the order of each place. Each screen has one place for whoever may see it. */
const OFFERS: readonly Offer[] = [
  {
    screen: "pluginVideos",
    to: "/videosplugin",
    text: "videos",
    place: "bar",
    isFor: isPlugin,
    readers: "members",
    holds: ["library", ...VIDEO_SCREENS],
  },
  {
    screen: "docs",
    to: "/doc",
    text: "docs",
    place: "bar",
    isFor: isPlugin,
    readers: "members",
    holds: ["samples"],
  },
  { screen: "configs", to: "/config", text: "configs", place: "bar", isFor: isPlugin, readers: "members" },
  {
    screen: "library",
    to: "/videos",
    text: "videos",
    place: "bar",
    isFor: not(isPlugin),
    readers: "members",
    standsInFor: { screen: "pluginVideos", isFor: isPlugin },
    holds: ["pluginVideos", ...VIDEO_SCREENS],
  },
  {
    screen: "projects",
    to: "/vireed",
    text: "projects",
    place: "bar",
    isFor: isPlatform,
    readers: "members",
    holds: ["newProject", "project"],
  },
  {
    screen: "exportLinks",
    to: "/export",
    text: "exportLinks",
    place: "bar",
    isFor: isPlatform,
    readers: "editors",
  },
  {
    screen: "sceneLists",
    to: "/scenelist",
    text: "sceneLists",
    place: "bar",
    isFor: isPlatform,
    readers: "editors",
    holds: ["sceneList"],
  },
  {
    screen: "analytics",
    to: "/analytics",
    text: "analytics",
    place: "bar",
    readers: "analysts",
    holds: ["analyticsSession"],
  },
  { screen: "map", to: "/map", text: "map", place: "bar", isFor: isCamera, readers: "everybody" },
  {
    screen: "alerts",
    to: "/alert",
    text: "alerts",
    place: "bar",
    // The bars of others are the spec's.
    isFor: isPlatform,
    readers: "analysts",
    holds: ["alert"],
  },
  {
    screen: "admin",
    to: "/admin",
    text: "admin",
    place: "bar",
    readers: "admins",
    holds: [...ADMIN_SCREENS, "adminClient", "adminVideos"],
  },

  {
    screen: "exportLinks",
    to: "/export",
    text: "more.exportLinks",
    place: "more",
    group: "videos",
    isFor: not(isPlatform),
    readers: "editors",
  },
  {
    screen: "sceneLists",
    to: "/scenelist",
    text: "more.sceneLists",
    place: "more",
    group: "videos",
    isFor: not(isPlatform),
    readers: "editors",
    holds: ["sceneList"],
  },
  {
    screen: "capture",
    to: "/capture",
    text: "more.capture",
    place: "more",
    group: "lives",
    readers: "members",
  },
  {
    screen: "delivery",
    to: "/delivery",
    text: "more.delivery",
    place: "more",
    group: "lives",
    readers: "members",
    holds: ["room", "directStream"],
  },
  {
    screen: "rehearsal",
    to: "/rehearsal",
    text: "more.rehearsal",
    place: "more",
    group: "lives",
    readers: "members",
  },
  {
    screen: "rankings",
    to: "/rankings",
    text: "more.rankings",
    place: "more",
    group: "analytics",
    readers: "analysts",
  },
  {
    screen: "map",
    to: "/map",
    text: "more.map",
    place: "more",
    group: "analytics",
    isFor: not(isCamera),
    readers: "everybody",
  },
  {
    screen: "footprint",
    to: "/footprint",
    text: "more.footprint",
    place: "more",
    group: "analytics",
    readers: "analysts",
    holds: ["footprintMethod"],
  },
  {
    screen: "proof",
    to: "/proof",
    text: "more.proof",
    place: "more",
    group: "analytics",
    readers: "analysts",
  },
  {
    screen: "alerts",
    to: "/alert",
    text: "more.alerts",
    place: "more",
    group: "analytics",
    isFor: not(isPlatform),
    readers: "analysts",
    holds: ["alert"],
  },

  { screen: "profile", to: "/profil", text: "profile", place: "account", readers: "everybody" },
  { screen: "newUser", to: "/newuser", text: "newUser", place: "account", readers: "managers" },
  {
    screen: "configs",
    to: "/config",
    text: "configsAndRules",
    place: "account",
    isFor: not(isPlugin),
    readers: "members",
  },
  {
    screen: "docs",
    to: "/doc",
    text: "installation",
    place: "account",
    isFor: not(isPlugin),
    readers: "members",
    holds: ["samples"],
  },
  { screen: "outros", to: "/outros", text: "outros", place: "account", readers: "members", holds: ["outro"] },
  { screen: "pictures", to: "/pictures", text: "pictures", place: "account", readers: "members" },
  { screen: "trash", to: "/trash", text: "trash", place: "account", readers: "members" },
  // That of an administrator is of every client: it is part of the administration.
  { screen: "logs", to: "/logs", text: "logs", place: "account", readers: "managersAlone" },
  { screen: "payments", to: "/payments", text: "payments", place: "account", readers: "managers" },
  { screen: "help", to: "/aide", text: "help", place: "account", readers: "everybody" },
  { screen: "debug", to: "/debug", text: "debug", place: "account", readers: "everybody" },
];

function isReader(readers: Readers, roles: readonly Role[]): boolean {
  switch (readers) {
    case "everybody":
      return true;
    case "members":
      return !readsAnalyticsOnly(roles);
    case "editors":
      return hasRole(roles, "editor");
    case "analysts":
      return hasRole(roles, "editor", "readAnalytics");
    case "managers":
      return hasRole(roles, "manager");
    case "managersAlone":
      return hasRole(roles, "manager") && !roles.includes("admin");
    case "admins":
      return roles.includes("admin");
  }
}

/** The entries of the navigation for a user and the client that he sees; screens that do not exist are left out. */
export function findEntries(
  { roles, client_infos }: Pick<UserView, "roles" | "client_infos">,
  hasScreen: (name: ScreenName) => boolean,
): NavEntry[] {
  const [client] = client_infos;
  if (!client) return [];
  const isOffered = ({ isFor, standsInFor, screen }: Offer) =>
    isInPlan(screen, client) &&
    (!isFor || isFor(client) || (standsInFor?.isFor(client) && !hasScreen(standsInFor.screen)));
  return OFFERS.filter(
    (offer) => hasScreen(offer.screen) && isOffered(offer) && isReader(offer.readers, roles),
  );
}

/**
 * Where somebody is, as an entry of navigation says it to those who see it and those who do not.
 * @returns the entry's `aria-current`: "page" for its own screen, "true" for those that it leads to.
 */
export function currentOf({ screen, holds }: NavEntry, pathname: string): "page" | "true" | undefined {
  const shown = findRoute(pathname)?.route.screen;
  if (shown === screen) return "page";
  return shown !== undefined && holds?.includes(shown) ? "true" : undefined;
}
