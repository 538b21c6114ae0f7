import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, DISK_GUARD, JOB_QUEUE, REALTIME } from "../../../platform/needs.ts";
import { registerReplacementRoutes } from "./replacements.routes.ts";
import {
  createReplacementsService,
  type ReplacementsService,
  UPLOAD_STATES,
} from "./replacements.service.ts";

export { type ReplacementsService, UPLOAD_STATES } from "./replacements.service.ts";

export const REPLACEMENTS_SERVICE = need<ReplacementsService>("replacements");

export const replacementsModule = defineModule({
  name: "replacements",
  services: [
    provide(
      REPLACEMENTS_SERVICE,
      { db: DB, queue: JOB_QUEUE, disk: DISK_GUARD, realtime: REALTIME, uploads: UPLOAD_STATES },
      createReplacementsService,
    ),
  ],
  routes: using({ replacements: REPLACEMENTS_SERVICE }, ({ replacements }, app, guardFor) =>
    registerReplacementRoutes(app, guardFor, replacements),
  ),
});
