import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { emptyDeletedComments } from "./comments.repository.ts";
import { registerCommentRoutes } from "./comments.routes.ts";
import { type CommentsService, createCommentsService } from "./comments.service.ts";
import { commentTables } from "./comments.table.ts";

const COMMENTS = need<CommentsService>("comments");

export const annotationsModule = defineModule({
  name: "annotations",
  migrations: { "068-comments": commentTables },
  services: [provide(COMMENTS, { db: DB, realtime: REALTIME }, createCommentsService)],
  routes: using({ comments: COMMENTS }, ({ comments }, app, guardFor) =>
    registerCommentRoutes(app, guardFor, comments),
  ),
  schedules: using({ db: DB }, ({ db }) => [
    { run: () => emptyDeletedComments(db), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
