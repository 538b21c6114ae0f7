import type { Role } from "@shoal/contract";
import { hasRole } from "@shoal/domain";

/** Administrators who view no client handle the support conversations of all clients. */
export const seesAllSupport = (roles: readonly Role[], viewed: object | undefined): boolean =>
  hasRole(roles, "admin") && viewed === undefined;
