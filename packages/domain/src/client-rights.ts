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

/** Whoever planned a deletion by mistake, or was not asked, has a week to take it back. */
const SHORTEST_NOTICE_MS = 7 * 24 * 3_600_000;

/**
 * When a planned deletion of a client happens (§4): at the end of its subscription; without one that is still to come,
 * at the end of the calendar month (UTC); in any case, 7 days from now at the earliest.
 * @example findDeletionDate(null, new Date("2026-11-21T10:00:00Z")) // 2026-12-01T00:00:00Z
 * @example findDeletionDate(null, new Date("2026-11-30T23:00:00Z")) // 2026-12-07T23:00:00Z
 */
export function findDeletionDate(subscriptionEndsAt: Date | null, now: Date): Date {
  const isToCome = subscriptionEndsAt !== null && subscriptionEndsAt > now;
  const endOfMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const endMs = isToCome ? subscriptionEndsAt.getTime() : endOfMonthMs;
  return new Date(Math.max(endMs, now.getTime() + SHORTEST_NOTICE_MS));
}
