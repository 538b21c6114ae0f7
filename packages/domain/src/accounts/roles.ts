import { type CollaboratorRole, type Guard, ROLES, type Role } from "@shoal/contract";

/**
 * Returns whether a user with these roles has one of the required roles (§6). Administrators and managers have all roles of a client; a
 * user without roles has none.
 * @example hasRole(["manager"], "editor") // true
 */
export function hasRole(roles: readonly Role[], ...wanted: readonly Role[]): boolean {
  if (roles.includes("admin")) return true;
  // Managers have every role of their client, but not the platform administrator's.
  if (roles.includes("manager")) return wanted.some((role) => role !== "admin");
  return wanted.some((role) => roles.includes(role));
}

/**
 * Returns whether these roles allow reading analytics and nothing else (§6).
 * @example readsAnalyticsOnly(["readAnalytics"]) // true
 */
export function readsAnalyticsOnly(roles: readonly Role[]): boolean {
  return roles.includes("readAnalytics") && !hasRole(roles, "editor");
}

/**
 * Returns whether a user with these roles can grant or revoke a role: managers can grant the roles of their client,
 * administrators also their own role.
 * @example canGiveRole(["manager"], "admin") // false
 */
export function canGiveRole(roles: readonly Role[], given: Role): boolean {
  return hasRole(roles, given === "admin" ? "admin" : "manager");
}

/**
 * Returns whether a user with these roles can change or delete a user with the target roles: only administrators can change
 * administrators.
 * @example canChangeUser(["manager"], ["admin"]) // false
 */
export function canChangeUser(roles: readonly Role[], target: readonly Role[]): boolean {
  return hasRole(roles, target.includes("admin") ? "admin" : "manager");
}

/**
 * Removes duplicate roles and sorts the others in the contract's order.
 * @example sortRoles(["editor", "admin", "editor"]) // ["admin", "editor"]
 */
export function sortRoles(roles: readonly Role[]): Role[] {
  return ROLES.filter((role) => roles.includes(role));
}

/** The properties of a caller that guards check. */
interface GuardedCaller {
  roles: readonly Role[];
  isPasswordModified: boolean;
}

/**
 * Returns whether a signed-in user passes a guard (§6, §7). Guards for API keys and guests reject every user.
 * @example passesGuard({ roles: ["editor"], isPasswordModified: true }, "readAnalytics") // true
 */
export function passesGuard({ roles, isPasswordModified }: GuardedCaller, guard: Guard): boolean {
  if (guard === "public" || guard === "session") return true;
  if (!isPasswordModified) return false;
  switch (guard) {
    case "user":
      return true;
    case "member":
      return !readsAnalyticsOnly(roles);
    case "readAnalytics":
    case "readAnalyticsOrKey":
      return hasRole(roles, "editor", "readAnalytics");
    case "apiKey":
    case "guest":
      return false;
    default:
      return hasRole(roles, guard);
  }
}

const ROLE_OF_COLLABORATOR: Record<CollaboratorRole, Role> = {
  "account manager": "manager",
  "video manager": "editor",
};

/**
 * Returns the name of these roles in the list of collaborators (§6); undefined for other roles.
 * @example collaboratorRoleOf(["editor"]) // "video manager"
 */
export function collaboratorRoleOf(roles: readonly Role[]): CollaboratorRole | undefined {
  if (roles.includes("admin")) return undefined;
  if (roles.includes("manager")) return "account manager";
  return roles.includes("editor") ? "video manager" : undefined;
}

/** Returns the roles of a collaborator. @example rolesOfCollaborator("account manager") // ["manager"] */
export function rolesOfCollaborator(role: CollaboratorRole): Role[] {
  return [ROLE_OF_COLLABORATOR[role]];
}
