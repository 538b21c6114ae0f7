import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, JOB_QUEUE, REALTIME, STORE } from "../../../platform/needs.ts";
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

export const CAPTIONS_SERVICE = need<CaptionsService>("captions");
const EXTRACTION_SERVICE = need<ExtractionService>("extraction of captions");

export const captionsModule = defineModule({
  name: "captions",
  services: [
    provide(
      CAPTIONS_SERVICE,
      { db: DB, store: STORE, queue: JOB_QUEUE, realtime: REALTIME },
      createCaptionsService,
    ),
    provide(
      EXTRACTION_SERVICE,
      { db: DB, store: STORE, queue: JOB_QUEUE, realtime: REALTIME },
      createExtractionService,
    ),
  ],
  routes: using({ captions: CAPTIONS_SERVICE }, ({ captions }, app, guardFor) =>
    registerCaptionRoutes(app, guardFor, captions),
  ),
  jobResults: {
    of: "captions",
    part: using({ extraction: EXTRACTION_SERVICE }, ({ extraction }) => ({
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
