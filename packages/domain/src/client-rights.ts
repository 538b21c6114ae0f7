import { ROLES, type Role } from "@shoal/contract";
import { hasRole } from "./roles.ts";

/**
 * Whether a user with these roles may give or take a role: managers those of a client, the administration its own too.
 * @example canGiveRole(["manager"], "admin") // false
 */
export function canGiveRole(roles: readonly Role[], given: Role): boolean {
  return hasRole(roles, given === "admin" ? "admin" : "manager");
}

/**
 * Whether a user with these roles may change or delete one with those: administrators only among themselves.
 * @example canChangeUser(["manager"], ["admin"]) // false
 */
export function canChangeUser(roles: readonly Role[], target: readonly Role[]): boolean {
  return hasRole(roles, target.includes("admin") ? "admin" : "manager");
}

/** Roles once each, in the order of the contract. @example sortRoles(["editor", "admin", "editor"]) // ["admin", "editor"] */
export function sortRoles(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/**
 * When a planned deletion of a client happens (§4): at the end of its subscription; without one that is still to come,
 * at the end of the calendar month (UTC).
 * @example findDeletionDate(null, new Date("2026-11-21T10:00:00Z")) // 2026-12-01T00:00:00Z
 */
export function findDeletionDate(subscriptionEndsAt: Date | null, now: Date): Date {
  if (subscriptionEndsAt && subscriptionEndsAt > now) return subscriptionEndsAt;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
