import { type CollaboratorRole, type Guard, ROLES, type Role } from "@shoal/contract";

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

/**
 * Whether all that a user with these roles may do is to read analytics (§6).
 * @example readsAnalyticsOnly(["readAnalytics"]) // true
 */
export function readsAnalyticsOnly(roles: readonly Role[]): boolean {
  return roles.includes("readAnalytics") && !hasRole(roles, "editor");
}

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

/** The properties of a caller that guards check. */
interface GuardedCaller {
  roles: readonly Role[];
  isPasswordModified: boolean;
}

/**
 * Whether a signed-in user passes a guard (§6, §7). API keys and guests are no users: a guard for them lets none pass.
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

const COLLABORATOR: Record<CollaboratorRole, Role> = {
  "account manager": "manager",
  "video manager": "editor",
};

/**
 * How a user with these roles is called among the collaborators (§6); undefined for other roles.
 * @example collaboratorRoleOf(["editor"]) // "video manager"
 */
export function collaboratorRoleOf(roles: readonly Role[]): CollaboratorRole | undefined {
  if (roles.includes("admin")) return undefined;
  if (roles.includes("manager")) return "account manager";
  return roles.includes("editor") ? "video manager" : undefined;
}

/** The roles of a collaborator. @example rolesOfCollaborator("account manager") // ["manager"] */
export function rolesOfCollaborator(role: CollaboratorRole): Role[] {
  return [COLLABORATOR[role]];
}
