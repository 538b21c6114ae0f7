export { createArchivesRepository } from "./archives.repository.ts";
export { type ArchivesService, createArchivesService } from "./archives.service.ts";
export { readDescribedLive } from "./described-live.ts";
export { changeLive, closeLive, openLives } from "./live-doors.ts";
export { createLiveKeysService } from "./live-keys.service.ts";
export { registerIngestRoutes, registerLiveRoutes } from "./lives.routes.ts";
export { createLivesService } from "./lives.service.ts";
export { addLives, assertMayKeep } from "./new-lives.ts";
export { STREAM_KEYS } from "./stream-key.ts";
