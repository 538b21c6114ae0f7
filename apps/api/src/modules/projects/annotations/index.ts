import { JointRates } from "@shoal/limits";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  DB,
  DISK_GUARD,
  JOB_QUEUE,
  LIMIT_STORE,
  ON_ERROR,
  REALTIME,
  SHARED_COUNTS,
  STORE,
} from "../../../platform/needs.ts";
import { GUEST_LOOKUP } from "../../accounts/auth/index.ts";
import { STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import { type AttachmentsService, createAttachmentsService } from "./attachments.service.ts";
import { createCommentLimits } from "./comment-limits.ts";
import { emptyDeletedComments } from "./comments.repository.ts";
import { registerCommentRoutes } from "./comments.routes.ts";
import { type CommentsService, createCommentsService } from "./comments.service.ts";
import {
  attachmentPreviews,
  attachmentTables,
  commentTables,
  guestComments,
  importedComments,
  pdfPreviews,
} from "./comments.table.ts";
import { createFileLimit } from "./file-limit.ts";
import { createReviewRooms } from "./review-rooms.ts";

export { readAttachment, serveAttachment } from "./attachment-body.ts";
export type { AttachmentsService } from "./attachments.service.ts";
export { assertInProject, authorOf, lockForComments } from "./commenter.ts";
export { createCommentsRepository, type FoundComment } from "./comments.repository.ts";
export type { CommentsService } from "./comments.service.ts";

/** Milliseconds between requests for a few previews each, because workers have other tasks. */
const PREVIEWS_PAUSE_MS = 30_000;

export const COMMENTS_SERVICE = need<CommentsService>("comments");
export const ATTACHMENTS_SERVICE = need<AttachmentsService>("attachments of comments");
const COMMENT_RATES = need<JointRates>("rates of comments");

export const annotationsModule = defineModule({
  name: "annotations",
  migrations: {
    "068-comments": commentTables,
    "069-comment-attachments": attachmentTables,
    "071-guest-comments": guestComments,
    "082-imported-comments": importedComments,
    "100-attachment-previews": attachmentPreviews,
    "112-pdf-previews-of-attachments": pdfPreviews,
  },
  services: [
    provide(
      COMMENT_RATES,
      { counts: SHARED_COUNTS, onError: ON_ERROR },
      (deps) => new JointRates({ ...deps, name: "comments" }),
    ),
    provide(COMMENTS_SERVICE, { db: DB, realtime: REALTIME }, createCommentsService),
    provide(
      ATTACHMENTS_SERVICE,
      {
        db: DB,
        store: STORE,
        queue: JOB_QUEUE,
        disk: DISK_GUARD,
        storage: STORAGE_SERVICE,
        comments: COMMENTS_SERVICE,
        onError: ON_ERROR,
      },
      createAttachmentsService,
    ),
  ],
  routes: using(
    {
      comments: COMMENTS_SERVICE,
      attachments: ATTACHMENTS_SERVICE,
      limitStore: LIMIT_STORE,
      rates: COMMENT_RATES,
    },
    ({ limitStore, rates, ...services }, app, guardFor) =>
      registerCommentRoutes(app, guardFor, {
        ...services,
        files: createFileLimit(limitStore),
        limits: createCommentLimits(rates),
      }),
  ),
  jobResults: {
    of: "annotations",
    part: using({ attachments: ATTACHMENTS_SERVICE }, ({ attachments }) => ({
      async onResult(result) {
        if ("asset" in result) await attachments.onResult(result);
      },
      onDead: async () => undefined,
    })),
  },
  background: using(
    { db: DB, realtime: REALTIME, guests: GUEST_LOOKUP, onError: ON_ERROR, rates: COMMENT_RATES },
    ({ rates, ...deps }) => {
      const rooms = createReviewRooms(deps);
      return {
        start() {
          rates.start();
          rooms.start();
        },
        stop: async () => {
          await Promise.all([rates.stop(), rooms.stop()]);
        },
      };
    },
  ),
  schedules: using({ db: DB, attachments: ATTACHMENTS_SERVICE }, ({ db, attachments }) => [
    { run: () => emptyDeletedComments(db), pauseMs: CLEANING_PAUSE_MS },
    { run: () => attachments.sweep(), pauseMs: CLEANING_PAUSE_MS },
    { run: () => attachments.requestOld(), pauseMs: PREVIEWS_PAUSE_MS },
  ]),
});
