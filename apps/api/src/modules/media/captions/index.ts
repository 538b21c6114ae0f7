import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, QUEUE, REALTIME, STORE } from "../../../platform/needs.ts";
import { registerCaptionRoutes } from "./captions.routes.ts";
import { type CaptionsService, createCaptionsService } from "./captions.service.ts";
import { createExtractionService, type ExtractionService } from "./extraction.service.ts";

export {
  type CaptionsRow,
  createCaptionsRepository,
  createExtractionsRepository,
} from "./captions.repository.ts";
export type { CaptionsService } from "./captions.service.ts";
export { copyToCut, moveWithCut } from "./cut-captions.ts";

export const CAPTIONS = need<CaptionsService>("captions");
const EXTRACTION = need<ExtractionService>("extraction of captions");

export const captionsModule = defineModule({
  name: "captions",
  services: [
    provide(CAPTIONS, { db: DB, store: STORE, queue: QUEUE, realtime: REALTIME }, createCaptionsService),
    provide(EXTRACTION, { db: DB, store: STORE, queue: QUEUE, realtime: REALTIME }, createExtractionService),
  ],
  routes: using({ captions: CAPTIONS }, ({ captions }, app, guardFor) =>
    registerCaptionRoutes(app, guardFor, captions),
  ),
  jobResults: {
    of: "captions",
    part: using({ extraction: EXTRACTION }, ({ extraction }) => ({
      async onResult(result) {
        if (result.type === "captions") await extraction.onExtracted(result);
        else if (result.type === "failed") await extraction.onFailed(result.videoUuid);
      },
      async onDead(job) {
        if ("videoUuid" in job) await extraction.onFailed(job.videoUuid);
      },
    })),
  },
});
