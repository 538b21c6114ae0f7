import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, DISK, QUEUE, REALTIME } from "../../../platform/needs.ts";
import { registerReplacementRoutes } from "./replacements.routes.ts";
import {
  createReplacementsService,
  type ReplacementsService,
  UPLOAD_STATES,
} from "./replacements.service.ts";

export { type ReplacementsService, UPLOAD_STATES } from "./replacements.service.ts";

export const REPLACEMENTS = need<ReplacementsService>("replacements");

export const replacementsModule = defineModule({
  name: "replacements",
  services: [
    provide(
      REPLACEMENTS,
      { db: DB, queue: QUEUE, disk: DISK, realtime: REALTIME, uploads: UPLOAD_STATES },
      createReplacementsService,
    ),
  ],
  routes: using({ replacements: REPLACEMENTS }, ({ replacements }, app, guardFor) =>
    registerReplacementRoutes(app, guardFor, replacements),
  ),
});
