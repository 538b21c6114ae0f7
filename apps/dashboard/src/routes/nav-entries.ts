import type { ClientInfo, Role, UserView } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";
import type { ScreenName } from "./route-table.ts";

/** A screen that navigation offers; `text` is its key below `nav`. */
export interface NavEntry {
  screen: ScreenName;
  to: string;
  text:
    | "videos"
    | "docs"
    | "configs"
    | "projects"
    | "exportLinks"
    | "sceneLists"
    | "analytics"
    | "alerts"
    | "map";
}

interface Offer extends NavEntry {
  isFor: (client: ClientInfo) => boolean;
  /** Who may go there; without it, who may more than read analytics. */
  roles?: readonly Role[] | "everybody";
  /** Stands in for another screen while that one does not exist. */
  standsInFor?: { screen: ScreenName; isFor: (client: ClientInfo) => boolean };
}

const isPlatform = ({ type }: ClientInfo) => type === "platform";
const isPlugin = ({ type }: ClientInfo) => type === "plugin";
const isCamera = ({ type }: ClientInfo) => type === "camera";

/** What is offered to whom (§2), in the order of the bar. */
const OFFERS: readonly Offer[] = [
  { screen: "pluginVideos", to: "/videosplugin", text: "videos", isFor: isPlugin },
  { screen: "docs", to: "/doc", text: "docs", isFor: isPlugin },
  { screen: "configs", to: "/config", text: "configs", isFor: isPlugin },
  {
    screen: "library",
    to: "/videos",
    text: "videos",
    isFor: (client) => !isPlugin(client),
    standsInFor: { screen: "pluginVideos", isFor: isPlugin },
  },
  {
    screen: "projects",
    to: "/vireed",
    text: "projects",
    isFor: (client) => isPlatform(client) && client.vireed,
  },
  {
    screen: "exportLinks",
    to: "/export",
    text: "exportLinks",
    isFor: (client) => isPlatform(client) && client.export,
    roles: ["editor"],
  },
  {
    screen: "sceneLists",
    to: "/scenelist",
    text: "sceneLists",
    isFor: (client) => isPlatform(client) && client.scenelist,
    roles: ["editor"],
  },
  {
    screen: "analytics",
    to: "/analytics",
    text: "analytics",
    isFor: () => true,
    roles: ["editor", "readAnalytics"],
  },
  { screen: "map", to: "/map", text: "map", isFor: isCamera, roles: "everybody" },
  {
    screen: "alerts",
    to: "/alert",
    text: "alerts",
    // The bars of others are the spec's; they come to it from their analytics.
    isFor: (client) => isPlatform(client) && !isCamera(client),
    roles: ["editor", "readAnalytics"],
  },
];

/** The entries of the navigation for a user and the client that he sees; screens that do not exist are left out. */
export function findEntries(
  { roles, client_infos }: Pick<UserView, "roles" | "client_infos">,
  hasScreen: (name: ScreenName) => boolean,
): NavEntry[] {
  const [client] = client_infos;
  if (!client) return [];
  const isOffered = ({ isFor, standsInFor }: Offer) =>
    isFor(client) || (standsInFor?.isFor(client) && !hasScreen(standsInFor.screen));
  const mayGo = ({ roles: wanted }: Offer) => {
    if (wanted === "everybody") return true;
    return wanted ? hasRole(roles, ...wanted) : !readsAnalyticsOnly(roles);
  };
  return OFFERS.filter((offer) => hasScreen(offer.screen) && isOffered(offer) && mayGo(offer)).map(
    ({ screen, to, text }) => ({ screen, to, text }),
  );
}

/** Screens that an entry leads to, whose addresses do not begin with its own. */
const WITHIN: Record<string, readonly string[]> = {
  "/videos": ["/player", "/videoupload"],
  "/analytics": ["/footprint", "/proof", "/rankings"],
  "/admin": ["/consumption", "/edges", "/logs", "/manageuser", "/newclient", "/newuser", "/videosadmin"],
};

/**
 * Where somebody is, as an entry of navigation says it to those who see it and those who do not.
 * @returns the entry's `aria-current`: "page" for its own screens, "true" for those that it leads to.
 * @example currentOf("/analytics", "/footprint/2026-10") // "true"
 */
export function currentOf(to: string, pathname: string): "page" | "true" | undefined {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  if (isBelow(to)) return "page";
  return WITHIN[to]?.some(isBelow) ? "true" : undefined;
}
