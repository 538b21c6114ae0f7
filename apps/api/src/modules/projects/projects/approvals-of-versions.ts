import type { ProjectStatus } from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";

/** What projects ask of approvals, which stand on projects. */
export interface ApprovalsOfVersions {
  /** A new version asks the reviewers of the one before again, and the project has the status that follows. */
  askAnew(
    tx: Tx,
    actor: Actor,
    version: {
      projectUuid: string;
      number: number;
      /** Number of the version that was the newest until now. */
      before: number;
      /** Of the project until now. */
      status: Exclude<ProjectStatus, "archived">;
    },
  ): Promise<void>;
  /** Whether reviewers or decisions of the newest version say what the project's status is. */
  isJudged(tx: Tx, actor: Actor, projectUuid: string): Promise<boolean>;
  /** Whether someone decided on this version, of whichever file: then it keeps its video. */
  isDecided(tx: Tx, actor: Actor, projectUuid: string, number: number): Promise<boolean>;
}

export const APPROVALS_OF_VERSIONS = need<ApprovalsOfVersions>("approvals of versions");
