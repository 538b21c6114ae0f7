import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { VIDEOS_SERVICE } from "../videos/index.ts";
import { registerLabelRoutes } from "./labels.routes.ts";
import { createLabelsService, type LabelsService } from "./labels.service.ts";

const LABELS_SERVICE = need<LabelsService>("labels");

export const labelsModule = defineModule({
  name: "labels",
  services: [
    provide(LABELS_SERVICE, { db: DB, realtime: REALTIME, videos: VIDEOS_SERVICE }, createLabelsService),
  ],
  routes: using({ labels: LABELS_SERVICE }, ({ labels }, app, guardFor) =>
    registerLabelRoutes(app, guardFor, labels),
  ),
});
