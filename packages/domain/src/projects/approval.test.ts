import { expect, test } from "vitest";
import { approvalStatus, type Judgement } from "./approval.ts";

const asked: Judgement = { isIn: true, decision: undefined };
const approved: Judgement = { isIn: true, decision: "approved" };
const noted: Judgement = { isIn: true, decision: "approvedWithNotes" };
const refused: Judgement = { isIn: true, decision: "changesWanted" };
const gone = (judgement: Judgement): Judgement => ({ ...judgement, isIn: false });

test.each<[string, Judgement[], string]>([
  ["nobody was asked", [], "open"],
  ["nobody has decided", [asked], "inReview"],
  ["one of two has approved", [approved, asked], "inReview"],
  ["all have approved", [approved, approved], "approved"],
  ["one approved with notes", [approved, noted], "approvedWithNotes"],
  ["one wants changes, others are not done", [asked, approved, refused], "changesWanted"],
  ["someone who has not decided left", [approved, gone(asked)], "approved"],
  ["someone who approved left", [gone(noted)], "approvedWithNotes"],
  ["someone who wanted changes left", [approved, gone(refused)], "approved"],
  ["everyone left without a word", [gone(asked)], "open"],
])("derives the status of a version when %s", (_what, judgements, status) => {
  expect(approvalStatus(judgements)).toBe(status);
});
