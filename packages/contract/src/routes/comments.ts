import { z } from "zod";
import { jsonParameter } from "../list.ts";
import {
  CommentChanges,
  CommentView,
  CreateComment,
  Emoji,
  MAX_COMMENT_PAGE_SIZE,
  UpdateComment,
} from "../projects/comment.ts";
import { Drawing } from "../projects/drawing.ts";
import { CollaboratorName, MAX_PROJECT_VERSIONS } from "../projects/project.ts";
import { defineRoute } from "../route.ts";
import { integerText, Text, Uuid } from "../text.ts";

const ProjectId = z.object({ id: Uuid });
const VersionNumber = integerText(z.number().int().min(1).max(MAX_PROJECT_VERSIONS));
const VersionParams = ProjectId.extend({ n: VersionNumber });
const CommentId = z.object({ id: Uuid });
const SequenceNumber = integerText(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));

export const CommentListQuery = z.strictObject({
  /** The `next` of the previous page. */
  cursor: Text.max(200).optional(),
  limit: integerText(z.number().int().min(1).max(MAX_COMMENT_PAGE_SIZE)).default(MAX_COMMENT_PAGE_SIZE),
  /** Searches texts and names of authors. */
  search: Text.trim().max(200).optional(),
  /** Lists a thread if one of its comments matches. */
  filter: jsonParameter(
    z.strictObject({
      isResolved: z.boolean().optional(),
      isMine: z.boolean().optional(),
      /** Whether the comment mentions the caller. */
      mentionsMe: z.boolean().optional(),
      author: CollaboratorName.optional(),
      hasDrawing: z.boolean().optional(),
    }),
  ).optional(),
});
export type CommentListQuery = z.infer<typeof CommentListQuery>;

/** Every call fails with `project_not_found` or `comment_not_found` for projects that the caller is not in. */
export const commentRoutes = {
  listComments: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/versions/{n}/comments",
    guard: "member",
    scope: "projects:read",
    summary: "List the comments of a version by frame, each thread followed by its replies",
    params: VersionParams,
    query: CommentListQuery,
    response: z.object({
      comments: z.array(CommentView),
      next: z.string().nullable(),
      /** The position in the project's changes at the time of listing: `changes` continues from it. */
      seq: z.number(),
      /** The position in the project's changes up to which the caller has read them. */
      readSeq: z.number(),
      /** The number of comments by others since the caller last read them. */
      unreadCount: z.number(),
    }),
  }),
  listCommentChanges: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/changes",
    guard: "member",
    scope: "projects:read",
    summary: "List the comments of a project changed since a position, in order, each once",
    params: ProjectId,
    query: z.strictObject({
      since: SequenceNumber,
      limit: integerText(z.number().int().min(1).max(MAX_COMMENT_PAGE_SIZE)).default(MAX_COMMENT_PAGE_SIZE),
    }),
    response: CommentChanges,
  }),
  createComment: defineRoute({
    method: "POST",
    path: "/api/projects/{id}/versions/{n}/comments",
    guard: "member",
    scope: "projects:write",
    summary: "Comment on a version, at a frame, a range of frames, or as a whole; or reply to a comment",
    params: VersionParams,
    body: CreateComment,
    response: CommentView,
    status: 201,
  }),
  getComment: defineRoute({
    method: "GET",
    path: "/api/comments/{id}",
    guard: "member",
    scope: "projects:read",
    summary: "Get a comment",
    params: CommentId,
    response: CommentView,
  }),
  getCommentDrawing: defineRoute({
    method: "GET",
    path: "/api/comments/{id}/drawing",
    guard: "member",
    scope: "projects:read",
    summary: "Get the drawing of a comment",
    params: CommentId,
    response: Drawing,
  }),
  updateComment: defineRoute({
    method: "PUT",
    path: "/api/comments/{id}",
    guard: "member",
    scope: "projects:write",
    summary: "Change a comment; only its author can. `edit_conflict` returns the current one",
    params: CommentId,
    body: UpdateComment,
    response: CommentView,
  }),
  deleteComment: defineRoute({
    method: "DELETE",
    path: "/api/comments/{id}",
    guard: "member",
    scope: "projects:write",
    summary: "Delete a comment, which can be restored for a day; only its author and editors can",
    params: CommentId,
  }),
  restoreComment: defineRoute({
    method: "PUT",
    path: "/api/comments/{id}/restored",
    guard: "member",
    scope: "projects:write",
    summary: "Restore a deleted comment",
    params: CommentId,
    response: CommentView,
  }),
  resolveComment: defineRoute({
    method: "PUT",
    path: "/api/comments/{id}/resolution",
    guard: "member",
    scope: "projects:write",
    summary: "Resolve the thread of a comment, or open it again",
    params: CommentId,
    body: z.strictObject({ isResolved: z.boolean() }),
    response: CommentView,
  }),
  reactToComment: defineRoute({
    method: "PUT",
    path: "/api/comments/{id}/reactions",
    guard: "member",
    scope: "noKey",
    summary: "Add or remove the caller's reaction to a comment",
    params: CommentId,
    body: z.strictObject({ emoji: Emoji, isOn: z.boolean() }),
    response: CommentView,
  }),
  addAttachment: defineRoute({
    method: "POST",
    path: "/api/comments/{id}/attachments",
    guard: "member",
    scope: "projects:write",
    summary: "Attach a file of up to 10 MB to one of the caller's comments, ten at most",
    params: CommentId,
    multipart: {
      file: "file",
      fields: z.strictObject({
        /** The id that the page gives the file: a file that is sent again for the same comment is stored once. */
        fileId: Uuid.optional(),
      }),
    },
    response: CommentView,
    status: 201,
  }),
  getAttachment: defineRoute({
    method: "GET",
    path: "/api/comments/{id}/attachments/{attachment}",
    guard: "member",
    scope: "projects:read",
    summary: "Download a file of a comment; only pictures are served inline",
    params: CommentId.extend({ attachment: Uuid }),
    query: z.strictObject({
      /** Requests the thumbnail made by a worker; 404 if there is none. */
      small: z.enum(["true", "false"]).optional(),
    }),
  }),
  deleteAttachment: defineRoute({
    method: "DELETE",
    path: "/api/comments/{id}/attachments/{attachment}",
    guard: "member",
    scope: "projects:write",
    summary: "Remove a file from a comment; only its author and editors can",
    params: CommentId.extend({ attachment: Uuid }),
    response: CommentView,
  }),
  markCommentsRead: defineRoute({
    method: "PUT",
    path: "/api/projects/{id}/versions/{n}/read",
    // Only the caller sees the effect, so the call is not recorded in the audit log.
    isQuestion: true,
    guard: "member",
    scope: "noKey",
    summary: "Mark the changes of a version's comments up to a position as read",
    params: VersionParams,
    body: z.strictObject({ seq: z.number().int().min(0) }),
  }),
} as const;

const TokenField = { token: Text.max(500).optional() };

/**
 * The annotations service of SPEC §7. Its calls are outside `/api`; the token can be in the `authorization` header, the query
 * (`?token=`) or the body (`token`).
 */
export const annotationRoutes = {
  listAnnotations: defineRoute({
    method: "GET",
    path: "/annotations/{a}/{b}",
    isOldCall: true,
    isTokenAnywhere: true,
    guard: "member",
    scope: "noKey",
    summary: "List the comments of a project's version, by project and number in either order",
    params: z.object({ a: Text.max(60), b: Text.max(60) }),
    query: z.strictObject(TokenField),
    response: z.array(CommentView.extend({ drawing: Drawing.nullable() })),
  }),
  deleteAnnotation: defineRoute({
    method: "DELETE",
    path: "/delete/{id}",
    isOldCall: true,
    isTokenAnywhere: true,
    guard: "member",
    scope: "noKey",
    summary: "Delete a comment",
    params: CommentId,
    query: z.strictObject(TokenField),
  }),
  deleteAnnotationsOfVersion: defineRoute({
    method: "DELETE",
    path: "/deleteVersion/{id}/{n}",
    isOldCall: true,
    isTokenAnywhere: true,
    guard: "member",
    scope: "noKey",
    summary: "Delete all comments of a project's version; only admins of the project can",
    params: VersionParams,
    query: z.strictObject(TokenField),
  }),
} as const;
