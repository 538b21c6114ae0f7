import type { Role } from "@shoal/contract";
import { expect, test } from "vitest";
import { homePathOf } from "../routes/home.ts";
import { ROUTES } from "../routes/route-table.ts";
import { audienceOf, decideRedirect, type GuardedUser, redirectOf } from "./guard.ts";

type HomeUser = Parameters<typeof homePathOf>[0];

const guardedUser = (roles: Role[], lacking: Partial<GuardedUser> = {}): GuardedUser => ({
  email: "someone@example.org",
  passwordModified: true,
  roles,
  ...lacking,
});
const USERS = {
  nobody: null,
  noEmail: guardedUser(["editor"], { email: null }),
  noEmailFirstPassword: guardedUser(["editor"], { email: null, passwordModified: false }),
  firstPassword: guardedUser(["editor"], { passwordModified: false }),
  noRole: guardedUser([]),
  analyst: guardedUser(["readAnalytics"]),
  editor: guardedUser(["editor"]),
  manager: guardedUser(["manager"]),
  admin: guardedUser(["admin"]),
} as const;
type UserKind = keyof typeof USERS;
const USER_KINDS = Object.keys(USERS) as UserKind[];

/**
 * The destination of each kind of user, in the order of USERS; "-" means that the user stays on the route, and a trailing "+" that the user
 * returns to the route after signing in.
 */
const DESTINATIONS: Record<string, string[]> = {
  open: ["-", "-", "-", "-", "-", "-", "-", "-", "-"],
  nobody: ["-", "/mail", "/mail", "/changePassword", "/", "/", "/", "/", "/"],
  session: ["/auth+", "-", "-", "-", "-", "-", "-", "-", "-"],
  needsEmail: ["/auth", "-", "-", "/changePassword", "/", "/", "/", "/", "/"],
  needsPassword: ["/", "/", "/", "-", "/", "/", "/", "/", "/"],
  default: ["/auth+", "/mail+", "/mail+", "/changePassword+", "-", "-", "-", "-", "-"],
  member: ["/auth+", "/mail+", "/mail+", "/changePassword+", "-", "/", "-", "-", "-"],
  editor: ["/auth+", "/mail+", "/mail+", "/changePassword+", "/", "/", "-", "-", "-"],
  analyst: ["/auth+", "/mail+", "/mail+", "/changePassword+", "/", "-", "-", "-", "-"],
  manager: ["/auth+", "/mail+", "/mail+", "/changePassword+", "/", "/", "/", "-", "-"],
  admin: ["/auth+", "/mail+", "/mail+", "/changePassword+", "/", "/", "/", "/", "-"],
};

/** The key of the expected destinations in DESTINATIONS, for each route of the specification. */
const COLUMN_OF_ROUTES: Record<string, keyof typeof DESTINATIONS> = {
  "/auth": "nobody",
  "/auth/:username": "nobody",
  "/forgot": "open",
  "/forgot/:key": "open",
  "/signup/:signupid": "open",
  "/mail": "needsEmail",
  "/changePassword": "needsPassword",
  "/verifyMail": "session",
  "/redirect": "open",
  "/review/:key": "open",
  "/debug": "open",
  "/chatLive/:liveId": "open",
  "/cdn/calculator": "open",
  "/export": "editor",
  "/scenelist": "editor",
  "/scenelist/:uuid": "editor",
  "/videoupload/vod": "editor",
  "/videoupload/live": "editor",
  "/videoupload/live/:specificVideoID": "editor",
  "/analytics": "analyst",
  "/analytics/:videoID": "analyst",
  "/analytics/session/:session": "analyst",
  "/footprint": "analyst",
  "/proof": "analyst",
  "/footprint/:month": "analyst",
  "/footprint/methods/:method": "analyst",
  "/newuser": "manager",
  "/payments": "manager",
  "/logs": "manager",
  "/rankings": "analyst",
  "/map": "default",
  "/alert": "analyst",
  "/alert/:uuid": "analyst",
  "/profil": "default",
  "/aide": "default",
  "/admin": "admin",
  "/admin/:uuid": "admin",
  "/manageuser": "admin",
  "/newclient": "admin",
  "/videosadmin/:uuid": "admin",
  "/edges": "admin",
  "/doctor": "admin",
  "/consumption": "admin",
  "/invoices": "admin",
  "/contractterms": "admin",
};

const verdictOf = (path: string, kind: UserKind): string => {
  const guard = ROUTES.find((route) => route.path === path)?.guard ?? "open";
  const detour = decideRedirect(guard, USERS[kind]);
  return detour ? `${detour.to}${detour.isRemembered ? "+" : ""}` : "-";
};

test.each(ROUTES.map(({ path }) => path))("%s redirects each kind of user as specified", (path) => {
  const column = DESTINATIONS[COLUMN_OF_ROUTES[path] ?? "member"];
  expect(USER_KINDS.map((kind) => verdictOf(path, kind))).toEqual(column);
});

test.each(ROUTES)("$path reports a refusal only if nothing but the role is missing", ({ guard }) => {
  for (const kind of USER_KINDS) {
    const detour = decideRedirect(guard, USERS[kind]);
    const isComplete = redirectOf(USERS[kind]) === undefined;
    const isByRole = audienceOf(guard) !== undefined;
    expect(detour?.isRefusal ?? false).toBe(detour !== undefined && isComplete && isByRole);
  }
});

test("every path occurs only once", () => {
  const paths = ROUTES.map(({ path }) => path);
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
});

test("plugin clients start at their list, readers of analytics at the charts, others in the library", () => {
  const of = (type: "plugin" | "platform" | "camera", roles: Role[] = ["editor"]) =>
    ({ client_infos: [{ type }], roles }) as Parameters<typeof homePathOf>[0];
  expect(homePathOf(of("plugin"))).toBe("/videosplugin");
  expect(homePathOf(of("platform"))).toBe("/videos");
  expect(homePathOf(of("camera"))).toBe("/videos");
  expect(homePathOf(of("plugin", ["readAnalytics"]))).toBe("/analytics");
  expect(homePathOf(of("platform", ["readAnalytics"]))).toBe("/analytics");
});

/**
 * Follows the redirects of a user from a path until no guard redirects them.
 * @returns the paths in order.
 * @throws Error if the redirects form a loop.
 */
function followRedirects(from: string, kind: UserKind): string[] {
  const seen = [from];
  for (let path = from; ; ) {
    const next = nextOf(path, kind);
    if (next === undefined) return seen;
    if (seen.includes(next)) throw new Error(`${kind} goes round: ${[...seen, next].join(" → ")}`);
    seen.push(next);
    path = next;
  }
}

function nextOf(path: string, kind: UserKind): string | undefined {
  const user = USERS[kind];
  if (path === "/")
    return redirectOf(user) ?? homePathOf({ client_infos: [], roles: [], ...user } as HomeUser);
  const route = ROUTES.find((each) => each.path === path);
  if (!route) return "/";
  return decideRedirect(route.guard, user)?.to;
}

test.each(USER_KINDS)("redirects never form a loop for a user of kind %s", (kind) => {
  for (const { path } of ROUTES) expect(followRedirects(path, kind).at(-1)).not.toBe("/");
});
