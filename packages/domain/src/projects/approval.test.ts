import { expect, test } from "vitest";
import { approvalStatus, type Judgement } from "./approval.ts";

const asked: Judgement = { isIn: true, decision: undefined };
const approved: Judgement = { isIn: true, decision: "approved" };
const noted: Judgement = { isIn: true, decision: "approvedWithNotes" };
const refused: Judgement = { isIn: true, decision: "changesWanted" };
const gone = (judgement: Judgement): Judgement => ({ ...judgement, isIn: false });

test.each<[string, Judgement[], string]>([
  ["no reviewers were asked", [], "open"],
  ["no reviewer has decided", [asked], "inReview"],
  ["one of two has approved", [approved, asked], "inReview"],
  ["all have approved", [approved, approved], "approved"],
  ["one reviewer approved with notes", [approved, noted], "approvedWithNotes"],
  ["one reviewer wants changes and others have not decided", [asked, approved, refused], "changesWanted"],
  ["a reviewer who has not decided left", [approved, gone(asked)], "approved"],
  ["a reviewer who approved left", [gone(noted)], "approvedWithNotes"],
  ["a reviewer who wanted changes left", [approved, gone(refused)], "approved"],
  ["all reviewers left without a decision", [gone(asked)], "open"],
])("approvalStatus derives the status of a version when %s", (_what, judgements, status) => {
  expect(approvalStatus(judgements)).toBe(status);
});
