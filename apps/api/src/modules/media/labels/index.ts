import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { VIDEOS } from "../videos/index.ts";
import { registerLabelRoutes } from "./labels.routes.ts";
import { createLabelsService, type LabelsService } from "./labels.service.ts";

const LABELS = need<LabelsService>("labels");

export const labelsModule = defineModule({
  name: "labels",
  services: [provide(LABELS, { db: DB, realtime: REALTIME, videos: VIDEOS }, createLabelsService)],
  routes: using({ labels: LABELS }, ({ labels }, app, guardFor) =>
    registerLabelRoutes(app, guardFor, labels),
  ),
});
