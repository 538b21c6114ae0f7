export {
  type CaptionsRow,
  createCaptionsRepository,
  createExtractionsRepository,
} from "./captions.repository.ts";
export { registerCaptionRoutes } from "./captions.routes.ts";
export { type CaptionsService, createCaptionsService } from "./captions.service.ts";
export { copyToCut, moveWithCut } from "./cut-captions.ts";
export { createExtractionService, type ExtractionService } from "./extraction.service.ts";
