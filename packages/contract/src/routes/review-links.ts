import { z } from "zod";
import {
  CommentChanges,
  CommentView,
  CreateGuestComment,
  Emoji,
  UpdateGuestComment,
} from "../projects/comment.ts";
import { Drawing } from "../projects/drawing.ts";
import { MAX_PROJECT_VERSIONS } from "../projects/project.ts";
import {
  CreateReviewLink,
  EnteredReview,
  EnterReview,
  GuestReview,
  ReviewEntry,
  ReviewGuestView,
  ReviewLinkKey,
  ReviewLinkView,
  UpdateReviewLink,
} from "../projects/review-link.ts";
import { defineRoute } from "../route.ts";
import { integerText, Uuid } from "../text.ts";
import { commentRoutes } from "./comments.ts";
import { videoMediaRoutes } from "./video-media.ts";
import { waveformRoutes } from "./waveform.ts";

const ProjectId = z.object({ id: Uuid });
const ReviewLinkParams = ProjectId.extend({ link: Uuid });

/** The calls for people who can manage the project's versions; others do not see its links. */
export const reviewLinkRoutes = {
  listReviewLinks: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/reviewlinks",
    guard: "member",
    scope: "noKey",
    summary: "List the review links of a project, the newest first",
    params: ProjectId,
    response: z.array(ReviewLinkView),
  }),
  createReviewLink: defineRoute({
    method: "POST",
    path: "/api/projects/{id}/reviewlinks",
    guard: "member",
    scope: "noKey",
    summary: "Create a link for people without an account to review a version",
    params: ProjectId,
    body: CreateReviewLink,
    response: ReviewLinkView,
    status: 201,
  }),
  updateReviewLink: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/reviewlinks/{link}",
    guard: "member",
    scope: "noKey",
    summary: "Change a review link, or turn it off; changes reach current guests within seconds",
    params: ReviewLinkParams,
    body: UpdateReviewLink,
    response: ReviewLinkView,
  }),
  listReviewGuests: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/reviewlinks/{link}/guests",
    guard: "member",
    scope: "noKey",
    summary: "List the guests of a review link, the latest first",
    params: ReviewLinkParams,
    response: z.array(ReviewGuestView),
  }),
  deleteReviewLink: defineRoute({
    method: "DELETE",
    path: "/api/projects/{id}/reviewlinks/{link}",
    guard: "member",
    scope: "noKey",
    summary: "Revoke a review link for good; its guests' comments stay",
    params: ReviewLinkParams,
  }),
} as const;

const GuestVersionParams = z.object({
  n: integerText(z.number().int().min(1).max(MAX_PROJECT_VERSIONS)),
});
const CommentId = z.object({ id: Uuid });

/**
 * The calls of guests of a review link. A link that is off, ended or revoked, a new password, and an archived or deleted
 * project end a session: `guest_session_ended`. Every other version, project or comment counts as not found.
 */
export const guestRoutes = {
  findReview: defineRoute({
    method: "POST",
    path: "/api/review/entry",
    isQuestion: true,
    guard: "public",
    summary: "Get what a guest must enter to open a review link",
    body: z.strictObject({ key: ReviewLinkKey }),
    response: ReviewEntry,
  }),
  enterReview: defineRoute({
    method: "POST",
    path: "/api/review/sessions",
    guard: "public",
    summary: "Enter a review link as a guest",
    body: EnterReview,
    response: EnteredReview,
    status: 201,
  }),
  leaveReview: defineRoute({
    method: "DELETE",
    path: "/api/review/sessions",
    guard: "guest",
    summary: "End the guest's session",
  }),
  getGuestReview: defineRoute({
    method: "GET",
    path: "/api/review",
    guard: "guest",
    summary: "Get the version that the link shows now",
    response: GuestReview,
  }),
  getGuestPass: defineRoute({
    method: "GET",
    path: "/api/review/versions/{n}/pass",
    guard: "guest",
    summary: "Create a ten-minute pass to play only the version's video, regardless of its rules",
    params: GuestVersionParams,
    response: z.object({
      uuid: z.string(),
      /** The pass for the player's address: `…/embed/{uuid}#owner-pass={pass}`. */
      pass: z.string(),
      expiresAt: z.string(),
    }),
  }),
  listGuestDownloads: defineRoute({
    method: "GET",
    path: "/api/review/versions/{n}/download",
    guard: "guest",
    summary: "List the renditions as MP4 download links, where the link allows it",
    params: GuestVersionParams,
    response: videoMediaRoutes.listDownloads.response,
  }),
  getGuestWaveform: defineRoute({
    method: "GET",
    path: "/api/review/versions/{n}/waveform",
    guard: "guest",
    summary: "Get the audio peaks and loudness of the version's video; has an ETag",
    params: GuestVersionParams,
    response: waveformRoutes.getWaveform.response,
  }),
  listGuestComments: defineRoute({
    method: "GET",
    path: "/api/review/versions/{n}/comments",
    guard: "guest",
    summary: "List the comments of the version by frame, except internal comments",
    params: GuestVersionParams,
    query: commentRoutes.listComments.query,
    response: commentRoutes.listComments.response,
  }),
  listGuestChanges: defineRoute({
    method: "GET",
    path: "/api/review/changes",
    guard: "guest",
    summary:
      "List the comments changed since a position, in order; those that became internal are returned as deleted",
    query: commentRoutes.listCommentChanges.query,
    response: CommentChanges,
  }),
  createGuestComment: defineRoute({
    method: "POST",
    path: "/api/review/versions/{n}/comments",
    guard: "guest",
    summary: "Comment on the version, or reply to a comment",
    params: GuestVersionParams,
    body: CreateGuestComment,
    response: CommentView,
    status: 201,
  }),
  getGuestComment: defineRoute({
    method: "GET",
    path: "/api/review/comments/{id}",
    guard: "guest",
    summary: "Get a comment",
    params: CommentId,
    response: CommentView,
  }),
  getGuestDrawing: defineRoute({
    method: "GET",
    path: "/api/review/comments/{id}/drawing",
    guard: "guest",
    summary: "Get the drawing of a comment",
    params: CommentId,
    response: Drawing,
  }),
  updateGuestComment: defineRoute({
    method: "PUT",
    path: "/api/review/comments/{id}",
    guard: "guest",
    summary: "Change one of the guest's comments. `edit_conflict` returns the current one",
    params: CommentId,
    body: UpdateGuestComment,
    response: CommentView,
  }),
  deleteGuestComment: defineRoute({
    method: "DELETE",
    path: "/api/review/comments/{id}",
    guard: "guest",
    summary: "Delete one of the guest's comments; they can restore it for a day",
    params: CommentId,
  }),
  restoreGuestComment: defineRoute({
    method: "PUT",
    path: "/api/review/comments/{id}/restored",
    guard: "guest",
    summary: "Restore one of the guest's deleted comments",
    params: CommentId,
    response: CommentView,
  }),
  reactAsGuest: defineRoute({
    method: "PUT",
    path: "/api/review/comments/{id}/reactions",
    guard: "guest",
    summary: "Add or remove the guest's reaction to a comment",
    params: CommentId,
    body: z.strictObject({ emoji: Emoji, isOn: z.boolean() }),
    response: CommentView,
  }),
  addGuestAttachment: defineRoute({
    method: "POST",
    path: "/api/review/comments/{id}/attachments",
    guard: "guest",
    summary: "Attach a file of up to 10 MB to one of the guest's comments, ten at most",
    params: CommentId,
    multipart: commentRoutes.addAttachment.multipart,
    response: CommentView,
    status: 201,
  }),
  getGuestAttachment: defineRoute({
    method: "GET",
    path: "/api/review/comments/{id}/attachments/{attachment}",
    guard: "guest",
    summary: "Download a file of a comment; only pictures are served inline",
    params: commentRoutes.getAttachment.params,
    query: commentRoutes.getAttachment.query,
  }),
  deleteGuestAttachment: defineRoute({
    method: "DELETE",
    path: "/api/review/comments/{id}/attachments/{attachment}",
    guard: "guest",
    summary: "Remove a file from one of the guest's comments",
    params: commentRoutes.deleteAttachment.params,
    response: CommentView,
  }),
} as const;
