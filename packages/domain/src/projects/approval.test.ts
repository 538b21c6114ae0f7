import { expect, test } from "vitest";
import { approvalStatus, type ReviewerDecision } from "./approval.ts";

const pending: ReviewerDecision = { isIn: true, decision: undefined };
const approved: ReviewerDecision = { isIn: true, decision: "approved" };
const withNotes: ReviewerDecision = { isIn: true, decision: "approvedWithNotes" };
const refused: ReviewerDecision = { isIn: true, decision: "changesWanted" };
const removed = (decision: ReviewerDecision): ReviewerDecision => ({ ...decision, isIn: false });

test.each<[string, ReviewerDecision[], string]>([
  ["no reviewers were asked", [], "open"],
  ["no reviewer has decided", [pending], "inReview"],
  ["one of two has approved", [approved, pending], "inReview"],
  ["all have approved", [approved, approved], "approved"],
  ["one reviewer approved with notes", [approved, withNotes], "approvedWithNotes"],
  ["one reviewer wants changes and others have not decided", [pending, approved, refused], "changesWanted"],
  ["a reviewer who has not decided left", [approved, removed(pending)], "approved"],
  ["a reviewer who approved left", [removed(withNotes)], "approvedWithNotes"],
  ["a reviewer who wanted changes left", [approved, removed(refused)], "approved"],
  ["all reviewers left without a decision", [removed(pending)], "open"],
])("approvalStatus derives the status of a version when %s", (_what, decisions, status) => {
  expect(approvalStatus(decisions)).toBe(status);
});
