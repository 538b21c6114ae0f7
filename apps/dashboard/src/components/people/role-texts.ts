import type { Role } from "@shoal/contract";
import i18next from "i18next";

/** Returns the name of a role on screens (§6). @example roleName("editor") // "Video manager" */
export const roleName = (role: Role): string => i18next.t(`users.roles.${role}`);

/** Returns the description of a role's rights. */
export const roleHint = (role: Role): string => i18next.t(`users.roleHints.${role}`);
