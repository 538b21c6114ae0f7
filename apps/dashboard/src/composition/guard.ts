import type { Role, UserView } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";

/**
 * The users who may see a screen (§2).
 * - `open`: anyone.
 * - `nobody`: users who are signed out.
 * - `session`: a signed-in user, even if their account is incomplete.
 * - `needsEmail`: a signed-in user without an email.
 * - `needsPassword`: a signed-in user with an email whose password was never changed.
 * - `default`: a user with an email and a changed password.
 * - `member`: such a user, unless their only permission is to read analytics (§6).
 * - roles: such a user with one of the roles; `admin` and `manager` pass every list.
 * - `admin`: an administrator of the platform; a manager does not pass.
 */
export type Guard =
  | "open"
  | "nobody"
  | "session"
  | "needsEmail"
  | "needsPassword"
  | "default"
  | "member"
  | "admin"
  | readonly Role[];

/** The properties of a user that decide whether a guard admits them. */
export type GuardedUser = Pick<UserView, "email" | "passwordModified" | "roles">;

/**
 * The destination of a redirect. `isRemembered` means that the user returns to the requested screen afterwards, `isRefusal` that their
 * roles do not admit them.
 */
export interface Redirect {
  to: string;
  isRemembered: boolean;
  isRefusal?: true;
}

/**
 * Returns the first destination that an incomplete account requires: /auth when signed out, /mail without an email, and
 * /changePassword with an unchanged password; undefined if nothing is missing.
 */
export function redirectOf(user: GuardedUser | null): string | undefined {
  if (!user) return "/auth";
  if (!user.email) return "/mail";
  return user.passwordModified ? undefined : "/changePassword";
}

/** Decides where a guard redirects a user; undefined if the guard admits the user. */
export function decideRedirect(guard: Guard, user: GuardedUser | null): Redirect | undefined {
  if (guard === "open") return undefined;
  if (guard === "nobody") return user ? redirect(redirectOf(user) ?? "/") : undefined;
  if (guard === "session") return user ? undefined : redirectAndReturn("/auth");
  if (guard === "needsEmail") return decideEmail(user);
  if (guard === "needsPassword") return user?.email && !user.passwordModified ? undefined : redirect("/");
  const detour = redirectOf(user);
  if (detour) return redirectAndReturn(detour);
  return isAllowed(guard, user?.roles ?? []) ? undefined : { ...redirect("/"), isRefusal: true };
}

/** Whether a user with these roles, whose account is complete, may see a screen with this guard. */
export function isAllowed(guard: Guard, roles: readonly Role[]): boolean {
  if (guard === "open" || guard === "session" || guard === "default") return true;
  if (guard === "nobody" || guard === "needsEmail" || guard === "needsPassword") return false;
  if (guard === "member") return !readsAnalyticsOnly(roles);
  return hasRole(roles, ...(guard === "admin" ? (["admin"] as const) : guard));
}

/** The text key of the people whom a guard that depends on roles admits, for the page that replaces a blocked screen. */
export type Audience = "administrators" | "managers" | "editors" | "analysts" | "members";

/**
 * Returns the text key of the people whom a guard admits; undefined for a guard that does not depend on roles.
 * @example audienceOf(["manager"]) // "managers"
 */
export function audienceOf(guard: Guard): Audience | undefined {
  if (guard === "admin") return "administrators";
  if (guard === "member") return "members";
  if (typeof guard === "string") return undefined;
  if (guard.includes("readAnalytics")) return "analysts";
  return guard.includes("editor") ? "editors" : "managers";
}

function decideEmail(user: GuardedUser | null): Redirect | undefined {
  if (!user) return redirect("/auth");
  if (!user.email) return undefined;
  return redirect(user.passwordModified ? "/" : "/changePassword");
}

const redirect = (to: string): Redirect => ({ to, isRemembered: false });
const redirectAndReturn = (to: string): Redirect => ({ to, isRemembered: true });
