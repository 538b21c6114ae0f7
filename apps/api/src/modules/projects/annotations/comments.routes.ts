import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { readAttachment, serveAttachment } from "./attachment-body.ts";
import type { AttachmentsService } from "./attachments.service.ts";
import type { CommentLimits } from "./comment-limits.ts";
import type { CommentsService } from "./comments.service.ts";
import type { FileLimit } from "./file-limit.ts";

export interface CommentServices {
  comments: CommentsService;
  attachments: AttachmentsService;
  files: FileLimit;
  limits: CommentLimits;
}

export function registerCommentRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { comments, attachments, files, limits }: CommentServices,
): void {
  bindRoutes(app, guardFor, routes, {
    listComments: ({ actor, params, query }) => comments.listComments(actor, params.id, params.n, query),
    listCommentChanges: ({ actor, params, query }) => comments.listChanges(actor, params.id, query),
    createComment: async ({ actor, params, body }) => {
      limits.consume(actor, "change");
      return comments.createComment(actor, params.id, params.n, body);
    },
    getComment: ({ actor, params }) => comments.getComment(actor, params.id),
    getCommentDrawing: ({ actor, params }) => comments.getDrawing(actor, params.id),
    updateComment: async ({ actor, params, body }) => {
      limits.consume(actor, "change");
      return comments.updateComment(actor, params.id, body);
    },
    deleteComment: async ({ actor, params }) => {
      limits.consume(actor, "change");
      return comments.deleteComment(actor, params.id);
    },
    restoreComment: async ({ actor, params }) => {
      limits.consume(actor, "change");
      return comments.restoreComment(actor, params.id);
    },
    resolveComment: async ({ actor, params, body }) => {
      limits.consume(actor, "change");
      return comments.resolveComment(actor, params.id, body.isResolved);
    },
    reactToComment: async ({ actor, params, body }) => {
      limits.consume(actor, "change");
      return comments.react(actor, params.id, body);
    },
    addAttachment: async ({ actor, params, request }) => {
      await files.consume(actor.userUuid);
      return attachments.add(actor, params.id, await readAttachment(request));
    },
    getAttachment: async ({ actor, params, query, reply }) =>
      serveAttachment(
        reply,
        await attachments.read(actor, params.id, params.attachment, query.small === "true"),
      ) as never,
    deleteAttachment: async ({ actor, params }) => {
      limits.consume(actor, "change");
      return attachments.remove(actor, params.id, params.attachment);
    },
    markCommentsRead: async ({ actor, params, body }) => {
      limits.consume(actor, "read");
      return comments.markRead(actor, params.id, params.n, body.seq);
    },
    listAnnotations: ({ actor, params }) => comments.listAnnotations(actor, params.a, params.b),
    deleteAnnotation: async ({ actor, params }) => {
      limits.consume(actor, "change");
      return comments.deleteComment(actor, params.id);
    },
    deleteAnnotationsOfVersion: async ({ actor, params }) => {
      limits.consume(actor, "change");
      return comments.deleteOfVersion(actor, params.id, params.n);
    },
  });
}
