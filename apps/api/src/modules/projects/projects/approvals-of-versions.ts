import type { ProjectStatus } from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";

/** The approval functions that projects call; approvals depend on projects, not the reverse. */
export interface ApprovalsOfVersions {
  /** Requests decisions on a new version from the reviewers of the previous version, and updates the project's status. */
  requestAgain(
    tx: Tx,
    actor: Actor,
    version: {
      projectUuid: string;
      number: number;
      /** The number of the newest version before the new one. */
      before: number;
      /** The project's status before the new version. */
      status: Exclude<ProjectStatus, "archived">;
    },
  ): Promise<void>;
  /** Whether requests or decisions for the newest version determine the project's status. */
  isJudged(tx: Tx, actor: Actor, projectUuid: string): Promise<boolean>;
  /** Whether there is a decision on any file of this version, which means that its video cannot change. */
  isDecided(tx: Tx, actor: Actor, projectUuid: string, number: number): Promise<boolean>;
}

export const APPROVALS_OF_VERSIONS = need<ApprovalsOfVersions>("approvals of versions");
