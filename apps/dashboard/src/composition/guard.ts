import type { Role, UserView } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";

/**
 * Who may see a screen (§2).
 * - `open`: anyone.
 * - `nobody`: those who are signed out.
 * - `session`: a signed-in user, whatever their account still lacks.
 * - `needsEmail`: a signed-in user without an e-mail.
 * - `needsPassword`: a signed-in user with an e-mail whose password was never modified.
 * - `default`: a user with an e-mail and a modified password.
 * - `member`: such a user, unless their only permission is to read analytics (§6).
 * - roles: such a user with one of them; `admin` and `manager` pass every one.
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

/** The facts about a user that decide. */
export type GuardedUser = Pick<UserView, "email" | "passwordModified" | "roles">;

/**
 * The destination of a redirect; `isRemembered` when the user returns to the wanted screen afterwards, `isRefusal` when their
 * role does not open it.
 */
export interface Detour {
  to: string;
  isRemembered: boolean;
  isRefusal?: true;
}

/**
 * The first destination by the state of the account: signed out to /auth, without e-mail to /mail, with an unmodified password
 * to /changePassword; undefined when nothing is missing.
 */
export function detourOf(user: GuardedUser | null): string | undefined {
  if (!user) return "/auth";
  if (!user.email) return "/mail";
  return user.passwordModified ? undefined : "/changePassword";
}

/** Undefined when a user may stay on a screen with this guard; otherwise where they are redirected. */
export function decide(guard: Guard, user: GuardedUser | null): Detour | undefined {
  if (guard === "open") return undefined;
  if (guard === "nobody") return user ? leave(detourOf(user) ?? "/") : undefined;
  if (guard === "session") return user ? undefined : comeBack("/auth");
  if (guard === "needsEmail") return decideEmail(user);
  if (guard === "needsPassword") return user?.email && !user.passwordModified ? undefined : leave("/");
  const detour = detourOf(user);
  if (detour) return comeBack(detour);
  return isAllowed(guard, user?.roles ?? []) ? undefined : { ...leave("/"), isRefusal: true };
}

/** Whether someone with these roles, whose account lacks nothing, may see a screen with this guard. */
export function isAllowed(guard: Guard, roles: readonly Role[]): boolean {
  if (guard === "open" || guard === "session" || guard === "default") return true;
  if (guard === "nobody" || guard === "needsEmail" || guard === "needsPassword") return false;
  if (guard === "member") return !readsAnalyticsOnly(roles);
  return hasRole(roles, ...(guard === "admin" ? (["admin"] as const) : guard));
}

/** The people whom a guard that depends on roles admits: a key of the texts of the page that refuses others. */
export type Audience = "administrators" | "managers" | "editors" | "analysts" | "members";

/** Undefined for a guard that does not depend on roles. @example audienceOf(["manager"]) // "managers" */
export function audienceOf(guard: Guard): Audience | undefined {
  if (guard === "admin") return "administrators";
  if (guard === "member") return "members";
  if (typeof guard === "string") return undefined;
  if (guard.includes("readAnalytics")) return "analysts";
  return guard.includes("editor") ? "editors" : "managers";
}

function decideEmail(user: GuardedUser | null): Detour | undefined {
  if (!user) return leave("/auth");
  if (!user.email) return undefined;
  return leave(user.passwordModified ? "/" : "/changePassword");
}

const leave = (to: string): Detour => ({ to, isRemembered: false });
const comeBack = (to: string): Detour => ({ to, isRemembered: true });
