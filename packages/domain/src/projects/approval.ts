import type { Decision, ProjectStatus } from "@shoal/contract";

/** A person whose approval of a version was requested, or who decided on it. */
export interface ReviewerDecision {
  /** Whether the reviewer is in the project now. */
  isIn: boolean;
  /** The reviewer's latest decision; undefined before the first decision. */
  decision: Decision | undefined;
}

/**
 * Returns the status of a version, derived from each person's latest decision. Decisions of people who left the project are not awaited.
 * Their approvals still count, but not their requests for changes, which they can no longer withdraw.
 * @returns `open` if no approval was requested and nobody decided.
 * @example approvalStatus([{ isIn: true, decision: "approved" }, { isIn: true, decision: undefined }]) // "inReview"
 */
export function approvalStatus(decisions: readonly ReviewerDecision[]): Exclude<ProjectStatus, "archived"> {
  const isGiven = (decision: Decision) => decisions.some((each) => each.decision === decision);
  if (decisions.some(({ isIn, decision }) => isIn && decision === "changesWanted")) return "changesWanted";
  if (decisions.some(({ isIn, decision }) => isIn && decision === undefined)) return "inReview";
  if (isGiven("approvedWithNotes")) return "approvedWithNotes";
  return isGiven("approved") ? "approved" : "open";
}
