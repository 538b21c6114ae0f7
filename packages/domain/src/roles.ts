import type { Role } from "@shoal/contract";

/**
 * Whether a user with these roles passes a check for one of the wanted roles (§6): an admin or a manager passes every
 * check of a client's roles; a user without roles passes none.
 * @example hasRole(["manager"], "editor") // true
 */
export function hasRole(roles: readonly Role[], ...wanted: readonly Role[]): boolean {
  if (roles.includes("admin")) return true;
  // The platform's administration is not one of the client's own roles.
  if (roles.includes("manager")) return wanted.some((role) => role !== "admin");
  return wanted.some((role) => roles.includes(role));
}
