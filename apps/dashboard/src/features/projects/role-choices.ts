import type { ProjectRole } from "@shoal/contract";

export type RoleChoice = ProjectRole;

/** The roles to choose from, weakest first, as that is the default. */
export const ROLE_CHOICES: readonly RoleChoice[] = ["viewer", "editor", "admin"];
