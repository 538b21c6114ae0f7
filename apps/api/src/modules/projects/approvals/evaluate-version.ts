import { approvalStatus, type ReviewerDecision } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import { createProjectsRepository, type VersionKey } from "../projects/index.ts";
import { createApprovalsRepository, type FoundDecision, type FoundRequest } from "./approvals.repository.ts";

/** A version with all of its requests and decisions. */
export interface EvaluatedVersion {
  requests: FoundRequest[];
  /** The decisions, newest first. */
  decisions: FoundDecision[];
  /** The uuids of the people who are in the project. */
  people: ReadonlySet<string>;
  status: ReturnType<typeof approvalStatus>;
}

export async function evaluateVersion(tx: Tx, place: VersionKey): Promise<EvaluatedVersion> {
  const approvals = createApprovalsRepository(tx);
  const requests = await approvals.listRequests(place);
  const decisions = await approvals.listDecisions(place);
  const people = new Set(
    await createProjectsRepository(tx).listUserUuids(place.clientUuid, place.projectUuid),
  );
  const latest = latestDecisions(decisions);
  const reviewers = requests.flatMap(({ user_uuid }) => (user_uuid === null ? [] : [user_uuid]));
  const reviewerDecisions = [...new Set([...reviewers, ...latest.keys()])].map(
    (uuid): ReviewerDecision => ({ isIn: people.has(uuid), decision: latest.get(uuid)?.decision }),
  );
  return { requests, decisions, people, status: approvalStatus(reviewerDecisions) };
}

/** Returns each person's last decision on the file that the version shows. Decisions on earlier files are only history. */
export const latestDecisions = (decisions: readonly FoundDecision[]): Map<string, FoundDecision> =>
  new Map(
    decisions
      .filter(({ is_of_earlier_file }) => !is_of_earlier_file)
      .toReversed()
      .map((decision) => [decision.user_uuid, decision]),
  );

/**
 * Stores the status that follows from the newest version; a project without requests keeps the status set by hand.
 * @returns whether the status changed.
 */
export async function saveStatus(
  tx: Tx,
  project: { client_uuid: string; uuid: string; status: string },
): Promise<boolean> {
  const approvals = createApprovalsRepository(tx);
  const number = await approvals.findNewest(project.client_uuid, project.uuid);
  if (number === undefined) return false;
  const place = { clientUuid: project.client_uuid, projectUuid: project.uuid, number };
  const { status } = await evaluateVersion(tx, place);
  if (status === project.status) return false;
  await approvals.setStatus(project.client_uuid, project.uuid, status);
  return true;
}
