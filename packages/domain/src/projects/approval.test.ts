import { expect, test } from "vitest";
import { approvalStatus, type ReviewerDecision } from "./approval.ts";

const pendingReviewer: ReviewerDecision = { isIn: true, decision: undefined };
const approvingReviewer: ReviewerDecision = { isIn: true, decision: "approved" };
const withNotes: ReviewerDecision = { isIn: true, decision: "approvedWithNotes" };
const refusingReviewer: ReviewerDecision = { isIn: true, decision: "changesWanted" };
const removeReviewer = (decision: ReviewerDecision): ReviewerDecision => ({ ...decision, isIn: false });

test.each<[string, ReviewerDecision[], string]>([
  ["no reviewers were asked", [], "open"],
  ["no reviewer has decided", [pendingReviewer], "inReview"],
  ["one of two has approved", [approvingReviewer, pendingReviewer], "inReview"],
  ["all have approved", [approvingReviewer, approvingReviewer], "approved"],
  ["one reviewer approved with notes", [approvingReviewer, withNotes], "approvedWithNotes"],
  [
    "one reviewer wants changes and others have not decided",
    [pendingReviewer, approvingReviewer, refusingReviewer],
    "changesWanted",
  ],
  ["a reviewer who has not decided left", [approvingReviewer, removeReviewer(pendingReviewer)], "approved"],
  ["a reviewer who approved left", [removeReviewer(withNotes)], "approvedWithNotes"],
  ["a reviewer who wanted changes left", [approvingReviewer, removeReviewer(refusingReviewer)], "approved"],
  ["all reviewers left without a decision", [removeReviewer(pendingReviewer)], "open"],
])("approvalStatus derives the status of a version when %s", (_what, decisions, status) => {
  expect(approvalStatus(decisions)).toBe(status);
});
