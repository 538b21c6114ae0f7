import type { Role } from "@shoal/contract";
import i18next from "i18next";

/** The name of a role on screens (§6). @example roleName("editor") // "Video manager" */
export const roleName = (role: Role): string => i18next.t(`users.roles.${role}`);

/** The rights of a role. */
export const roleHint = (role: Role): string => i18next.t(`users.roleHints.${role}`);
