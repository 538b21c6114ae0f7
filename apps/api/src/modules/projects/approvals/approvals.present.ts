import type { ApprovalView, DecisionView } from "@shoal/contract";
import type { Actor } from "../../accounts/auth/index.ts";
import { isAllowedIn, type LockedProject } from "../projects/index.ts";
import type { FoundDecision } from "./approvals.repository.ts";
import { type EvaluatedVersion, latestDecisions } from "./evaluate-version.ts";

export function presentApproval(
  actor: Actor,
  project: Pick<LockedProject, "rank" | "archived_at">,
  number: number,
  { requests, decisions, people, status }: EvaluatedVersion,
): ApprovalView {
  const latest = latestDecisions(decisions);
  const isAsked = requests.some(({ user_uuid }) => user_uuid === actor.userUuid);
  const isOpen = project.archived_at === null;
  return {
    version: number,
    status,
    reviewers: requests.map((row) => {
      const decision = row.user_uuid === null ? undefined : latest.get(row.user_uuid);
      return {
        username: row.username,
        askedBy: row.asked_by,
        askedAt: row.asked_at.toISOString(),
        dueAt: row.due_at?.toISOString() ?? null,
        decision: decision ? presentDecision(decision) : null,
        isGone: row.user_uuid === null || !people.has(row.user_uuid),
      };
    }),
    history: decisions.map(presentDecision),
    mayAsk: isAllowedIn(project, "manageVersions"),
    mayDecide: isAllowedIn(project, "decide") || (isOpen && isAsked),
    isAwaited: isOpen && isAsked && !latest.has(actor.userUuid),
  };
}

const presentDecision = (row: FoundDecision): DecisionView => ({
  uuid: row.uuid,
  decision: row.decision,
  note: row.note,
  by: row.username,
  at: row.decided_at.toISOString(),
  isOfEarlierFile: row.is_of_earlier_file,
});
