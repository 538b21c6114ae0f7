import type { ProjectRole } from "@shoal/contract";

export type RoleChoice = ProjectRole;

/** The weakest first, as the default. */
export const ROLE_CHOICES: readonly RoleChoice[] = ["viewer", "editor", "admin"];
