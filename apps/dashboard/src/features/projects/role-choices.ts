import type { ProjectRole } from "@shoal/contract";

export type RoleChoice = ProjectRole;

/** The roles to choose from. The role with the fewest rights is the default and comes first. */
export const ROLE_CHOICES: readonly RoleChoice[] = ["viewer", "editor", "admin"];
