import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, ON_ERROR, REALTIME } from "../../../platform/needs.ts";
import { emptyDeletedComments } from "./comments.repository.ts";
import { registerCommentRoutes } from "./comments.routes.ts";
import { type CommentsService, createCommentsService } from "./comments.service.ts";
import { commentTables } from "./comments.table.ts";
import { createReviewRooms } from "./review-rooms.ts";

const COMMENTS = need<CommentsService>("comments");

export const annotationsModule = defineModule({
  name: "annotations",
  migrations: { "068-comments": commentTables },
  services: [provide(COMMENTS, { db: DB, realtime: REALTIME }, createCommentsService)],
  routes: using({ comments: COMMENTS }, ({ comments }, app, guardFor) =>
    registerCommentRoutes(app, guardFor, comments),
  ),
  background: using({ db: DB, realtime: REALTIME, onError: ON_ERROR }, createReviewRooms),
  schedules: using({ db: DB }, ({ db }) => [
    { run: () => emptyDeletedComments(db), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
