import type { Role } from "@shoal/contract";
import { hasRole } from "@shoal/domain";

/** Administrators look after the conversations of all clients where they look at none in particular. */
export const seesAllSupport = (roles: readonly Role[], viewed: object | undefined): boolean =>
  hasRole(roles, "admin") && viewed === undefined;
