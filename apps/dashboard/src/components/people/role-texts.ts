import type { Role } from "@shoal/contract";
import i18next from "i18next";

/** What a role is called in the interface (§6). @example roleName("editor") // "Video manager" */
export const roleName = (role: Role): string => i18next.t(`users.roles.${role}`);

/** What a role allows. */
export const roleHint = (role: Role): string => i18next.t(`users.roleHints.${role}`);
