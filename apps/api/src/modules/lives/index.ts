export { createArchivesRepository } from "./archives.repository.ts";
export { type ArchivesService, createArchivesService } from "./archives.service.ts";
export { createClipsService } from "./clips.service.ts";
export { readDescribedLive } from "./described-live.ts";
export { findServerFaults } from "./external-servers.ts";
export {
  addExternalStreams,
  createExternalStreamsService,
  EXTERNAL_KEYS,
  type ExternalStreamsService,
} from "./external-streams.service.ts";
export { createLiveDetails } from "./live-details.ts";
export { assertMayCopy, canStopLive, changeLive, closeLive, openLives } from "./live-doors.ts";
export { createLiveInputService } from "./live-input.service.ts";
export { createLiveKeysService } from "./live-keys.service.ts";
export { createLiveSourcesService } from "./live-sources.service.ts";
export { createSourceChange, findSourceReason, sourceColumnsOf } from "./live-sources.ts";
export { registerExternalStreamRoutes, registerIngestRoutes, registerLiveRoutes } from "./lives.routes.ts";
export { createLivesService } from "./lives.service.ts";
export { addLives, assertMayKeep, findCopyFaults, findDelayFaults } from "./new-lives.ts";
export { STREAM_KEYS } from "./stream-key.ts";
export { createSweepsService } from "./sweeps.service.ts";
