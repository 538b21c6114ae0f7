import { z } from "zod";
import { Moment, Text, Uuid } from "../text.ts";
import { CollaboratorName, PROJECT_STATUSES } from "./project.ts";

/** The possible decisions of a reviewer. */
export const DECISIONS = ["approved", "approvedWithNotes", "changesWanted"] as const;
export type Decision = (typeof DECISIONS)[number];

export const MAX_DECISION_NOTE_LENGTH = 5_000;
/** The maximum number of people who can review one version. */
export const MAX_REVIEWERS = 50;
/** Maximum number of decisions per version; each change of a decision counts as one. */
export const MAX_DECISIONS = 1_000;

/** Replaces the reviewers of a version: omitted ones are removed. */
export const SetReviewers = z.strictObject({
  /** Usernames of people in the project. */
  reviewers: z.array(CollaboratorName).max(MAX_REVIEWERS),
  /** The deadline for decisions; null for none. */
  dueAt: Moment.nullable().default(null),
});
export type SetReviewers = z.infer<typeof SetReviewers>;

export const MakeDecision = z
  .strictObject({
    /** Identifies the decision; created by the page, so that a decision that is sent again is recorded once. */
    uuid: Uuid,
    decision: z.enum(DECISIONS),
    /** A note, which is required for an approval with notes and for requested changes. */
    note: Text.trim().max(MAX_DECISION_NOTE_LENGTH).default(""),
  })
  .refine(({ decision, note }) => decision === "approved" || note !== "", {
    path: ["note"],
    message: "A note is required",
  });
export type MakeDecision = z.infer<typeof MakeDecision>;

export const DecisionView = z.object({
  uuid: z.string(),
  decision: z.enum(DECISIONS),
  note: z.string(),
  /** The reviewer's username; it stays when the user is deleted. */
  by: z.string(),
  at: z.string(),
  /** Whether the video's file has been replaced since the decision, which therefore no longer counts. */
  isOfEarlierFile: z.boolean(),
});
export type DecisionView = z.infer<typeof DecisionView>;

export const ReviewerView = z.object({
  username: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  dueAt: z.string().nullable(),
  /** The reviewer's latest decision on the file that this version shows; null before the first decision. */
  decision: DecisionView.nullable(),
  /** Whether the reviewer has left the project, so that no decision is expected. */
  isGone: z.boolean(),
});
export type ReviewerView = z.infer<typeof ReviewerView>;

/** The reviewers of a version, and their decisions. */
export const ApprovalView = z.object({
  version: z.number(),
  /** The status that follows from the decisions; `open` without reviewers and decisions. */
  status: z.enum(PROJECT_STATUSES),
  reviewers: z.array(ReviewerView),
  /** All decisions, the latest first: none is ever removed or changed. */
  history: z.array(DecisionView),
  /** Whether the caller can choose reviewers. */
  mayAsk: z.boolean(),
  /** Whether the caller is a reviewer, or can decide because of their role. */
  mayDecide: z.boolean(),
  /** Whether the caller is a reviewer who has not decided yet. */
  isAwaited: z.boolean(),
});
export type ApprovalView = z.infer<typeof ApprovalView>;
