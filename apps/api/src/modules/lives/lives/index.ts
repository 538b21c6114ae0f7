import { RTMP_PORT, SRT_PORT } from "@shoal/contract";
import { createSecretBox } from "@shoal/tokens";
import { type Config, captureUrlOf, roomUrlOf } from "../../../config.ts";
import { carriesOut, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  CONFIG,
  DB,
  FETCH_POLICY,
  JOB_QUEUE,
  ON_ERROR,
  REALTIME,
  SOURCE_URL_BOX,
  STORE,
} from "../../../platform/needs.ts";
import { assertOwnClient, BUDGET_STOPS, STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import { createEncodingsRepository, ENCODING_PUBLISHER } from "../../media/encoding/index.ts";
import { NEW_LIVES } from "../../media/uploads/index.ts";
import {
  ARCHIVES_OF_VIDEOS,
  LIVE_DETAILS,
  LIVES_OF_VIDEOS,
  RULES_OF_COPIES,
} from "../../media/videos/index.ts";
import { createAnnouncedLives } from "./announced-lives.ts";
import { createArchivesRepository } from "./archives.repository.ts";
import { type ArchivesService, createArchivesService } from "./archives.service.ts";
import { type ClipsService, createClipsService, SWEEP_CLIP } from "./clips.service.ts";
import {
  createExternalStreamsService,
  EXTERNAL_KEYS,
  type ExternalStreamsService,
} from "./external-streams.service.ts";
import { createLiveDetails } from "./live-details.ts";
import { createLiveInputService, type LiveInputService } from "./live-input.service.ts";
import { createLiveKeysService, type LiveKeysService } from "./live-keys.service.ts";
import {
  createLiveSourcesService,
  createSourceChange,
  type LiveSourcesService,
} from "./live-sources.service.ts";
import { registerExternalStreamRoutes, registerIngestRoutes, registerLiveRoutes } from "./lives.routes.ts";
import { createLivesService, type LivesService } from "./lives.service.ts";
import { assertMayCopy, canStopLive, changeLive, closeLive, openLives } from "./publish-gate.ts";
import { STREAM_KEYS } from "./stream-key.ts";
import { createSweepsService } from "./sweeps.service.ts";

export { readDescribedLive } from "./described-live.ts";

const LIVE_SECRETS = need<ReturnType<typeof openSecrets>>("secrets of lives");
const EXTERNAL_STREAMS = need<ExternalStreamsService>("external streams");
const LIVES_SERVICE = need<LivesService>("lives");
const LIVE_INPUT = need<LiveInputService>("inputs of lives");
const LIVE_KEYS = need<LiveKeysService>("keys of lives");
const LIVE_SOURCES = need<LiveSourcesService>("sources of lives");
const ARCHIVES_SERVICE = need<ArchivesService>("archives");
const CLIPS_SERVICE = need<ClipsService>("clips");

const LIVES_PAUSE_MS = 5_000;
const SWEEPS_PAUSE_MS = 600_000;

/** Opens the boxes that seal stream keys and keys of restream targets. */
function openSecrets(secret: string) {
  return {
    streamKeys: createSecretBox(secret, STREAM_KEYS),
    externalKeys: createSecretBox(secret, EXTERNAL_KEYS),
  };
}

export const livesModule = defineModule({
  name: "lives",
  services: [
    provide(LIVE_SECRETS, { config: CONFIG }, ({ config }) => openSecrets(config.INTERNAL_SECRET)),
    provide(
      EXTERNAL_STREAMS,
      {
        config: CONFIG,
        db: DB,
        realtime: REALTIME,
        secrets: LIVE_SECRETS,
        fetchPolicy: FETCH_POLICY,
        onError: ON_ERROR,
      },
      ({ config, secrets, fetchPolicy, ...deps }) =>
        createExternalStreamsService({
          ...deps,
          externalKeys: secrets.externalKeys,
          relayPolicy: { ...fetchPolicy, ports: config.RELAY_PORTS },
        }),
    ),
    provide(
      LIVES_SERVICE,
      {
        db: DB,
        realtime: REALTIME,
        secrets: LIVE_SECRETS,
        externalStreams: EXTERNAL_STREAMS,
        archives: ARCHIVES_SERVICE,
        budgets: BUDGET_STOPS,
        onError: ON_ERROR,
      },
      ({ secrets, archives, onError, ...deps }) =>
        createLivesService({
          ...deps,
          streamKeys: secrets.streamKeys,
          onArchiveOwed: () => void archives.makeOwed().catch(onError),
        }),
    ),
    provide(
      ARCHIVES_SERVICE,
      {
        db: DB,
        store: STORE,
        queue: JOB_QUEUE,
        realtime: REALTIME,
        publisher: ENCODING_PUBLISHER,
        rules: RULES_OF_COPIES,
        onError: ON_ERROR,
      },
      (deps) => createArchivesService({ ...deps, encodingsOf: createEncodingsRepository }),
    ),
    provide(
      CLIPS_SERVICE,
      { config: CONFIG, db: DB, queue: JOB_QUEUE, archives: ARCHIVES_SERVICE, storage: STORAGE_SERVICE },
      ({ config, ...deps }) => createClipsService({ ...deps, internalSecret: config.INTERNAL_SECRET }),
    ),
    provide(LIVE_INPUT, { db: DB }, createLiveInputService),
    provide(LIVE_KEYS, { config: CONFIG, db: DB, secrets: LIVE_SECRETS }, ({ config, db, secrets }) =>
      createLiveKeysService({
        ...publishUrlsOf(config),
        db,
        streamKeys: secrets.streamKeys,
        assertOwnClient,
        internalSecret: config.INTERNAL_SECRET,
      }),
    ),
    provide(
      LIVE_SOURCES,
      { db: DB, realtime: REALTIME, secrets: LIVE_SECRETS, sourceUrls: SOURCE_URL_BOX, onError: ON_ERROR },
      ({ secrets, ...deps }) => createLiveSourcesService({ ...deps, streamKeys: secrets.streamKeys }),
    ),
    provide(LIVE_DETAILS, { externalStreams: EXTERNAL_STREAMS, liveInput: LIVE_INPUT }, createLiveDetails),
    provide(LIVES_OF_VIDEOS, { fetchPolicy: FETCH_POLICY, sourceUrls: SOURCE_URL_BOX }, (deps) => ({
      changeLive,
      changeSource: createSourceChange(deps),
      assertMayCopy,
      canStopLive,
      closeLive,
      openLives,
    })),
    provide(ARCHIVES_OF_VIDEOS, {}, () => ({
      listFolders: (tx, clientUuid, uuids) => createArchivesRepository(tx).listFolders(clientUuid, uuids),
      async deleteOf(tx, clientUuid, uuids) {
        await createArchivesRepository(tx).deleteOf(clientUuid, uuids);
      },
    })),
    provide(
      NEW_LIVES,
      { config: CONFIG, secrets: LIVE_SECRETS, fetchPolicy: FETCH_POLICY, sourceUrls: SOURCE_URL_BOX },
      ({ config, secrets, fetchPolicy, sourceUrls }) =>
        createAnnouncedLives({
          ...secrets,
          fetchPolicy,
          relayPolicy: { ...fetchPolicy, ports: config.RELAY_PORTS },
          sourceUrls,
        }),
    ),
  ],
  routes: using(
    { liveKeys: LIVE_KEYS, liveInput: LIVE_INPUT, clips: CLIPS_SERVICE, externalStreams: EXTERNAL_STREAMS },
    ({ externalStreams, ...services }, app, guardFor) => {
      registerLiveRoutes(app, guardFor, services);
      registerExternalStreamRoutes(app, guardFor, externalStreams);
    },
  ),
  internalRoutes: using(
    { lives: LIVES_SERVICE, liveKeys: LIVE_KEYS, liveSources: LIVE_SOURCES },
    (services, internal, guardFor) => registerIngestRoutes(internal, guardFor, services),
  ),
  tasks: [
    carriesOut(
      SWEEP_CLIP,
      using(
        { clips: CLIPS_SERVICE },
        ({ clips }) =>
          ({ folder }) =>
            clips.sweep(folder),
      ),
    ),
  ],
  schedules: using(
    { db: DB, queue: JOB_QUEUE, lives: LIVES_SERVICE, archives: ARCHIVES_SERVICE },
    ({ db, queue, lives, archives }) => [
      { run: lives.endSilent, pauseMs: LIVES_PAUSE_MS },
      { run: archives.makeOwed, pauseMs: LIVES_PAUSE_MS },
      { run: () => archives.completeShort(), pauseMs: LIVES_PAUSE_MS },
      { run: createSweepsService({ db, queue }).sweep, pauseMs: SWEEPS_PAUSE_MS },
    ],
  ),
});

/** Returns the addresses for encoders and browsers. */
function publishUrlsOf(config: Config) {
  const { hostname } = new URL(config.EDGE_PUBLIC_URL);
  const srtUrl = config.SRT_PUBLIC_URL ?? `srt://${hostname}:${SRT_PORT}`;
  return {
    rtmpUrl: config.RTMP_PUBLIC_URL ?? `rtmp://${hostname}:${RTMP_PORT}/live`,
    rtmpsUrl: config.RTMPS_PUBLIC_URL ?? null,
    srtUrl: srtUrl === "none" ? null : srtUrl,
    captureUrl: captureUrlOf(config),
    roomUrl: roomUrlOf(config),
  };
}
