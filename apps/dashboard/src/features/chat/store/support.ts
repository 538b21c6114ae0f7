import type { Role } from "@shoal/contract";
import { hasRole } from "@shoal/domain";

/** Whether a user handles the support conversations of all clients: an administrator who is not viewing a client. */
export const canSeeAllSupport = (roles: readonly Role[], viewed: object | undefined): boolean =>
  hasRole(roles, "admin") && viewed === undefined;
