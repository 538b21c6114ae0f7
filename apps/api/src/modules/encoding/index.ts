export { createCutsRepository } from "./cuts.repository.ts";
export { createCutsService } from "./cuts.service.ts";
export { registerEncodingRoutes } from "./encoding.routes.ts";
export { createEncodingService, type EncodingService } from "./encoding.service.ts";
export {
  assertRestartable,
  createEncodingChangesService,
  type EncodingChangesService,
} from "./encoding-changes.service.ts";
export { createEncodingsRepository, type EncodingRow } from "./encodings.repository.ts";
export { sendFetches, sourceObjectOf } from "./jobs-to-send.ts";
export { createLiveProgress, type LiveProgress } from "./live-progress.ts";
export { createMediaPurge } from "./media-purge.ts";
export { createPublisher, type Publisher } from "./publisher.ts";
export { dropGeneration, dropReplacement, dropReplacementsOf } from "./replacement-media.ts";
export { createSceneMaker, type SceneMaker } from "./scene-maker.ts";
export { createWaveformsService } from "./waveforms.service.ts";
