import type { Decision, ProjectStatus } from "@shoal/contract";

/** Someone who was asked about a version, or decided on it. */
export interface Judgement {
  /** In the project now. */
  isIn: boolean;
  /** The latest one; undefined while they have made none. */
  decision: Decision | undefined;
}

/**
 * The status of a version by what each person last said about it. Someone who left the project is not waited for, and cannot take
 * back that they wanted changes, which therefore holds no longer; an approval stays.
 * @returns `open` when nobody was asked and nobody decided.
 * @example approvalStatus([{ isIn: true, decision: "approved" }, { isIn: true, decision: undefined }]) // "inReview"
 */
export function approvalStatus(judgements: readonly Judgement[]): Exclude<ProjectStatus, "archived"> {
  const isSaid = (decision: Decision) => judgements.some((each) => each.decision === decision);
  if (judgements.some(({ isIn, decision }) => isIn && decision === "changesWanted")) return "changesWanted";
  if (judgements.some(({ isIn, decision }) => isIn && decision === undefined)) return "inReview";
  if (isSaid("approvedWithNotes")) return "approvedWithNotes";
  return isSaid("approved") ? "approved" : "open";
}
