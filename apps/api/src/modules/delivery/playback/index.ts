import { directUrlOf } from "../../../config.ts";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, INTERNAL_GUARD_FOR, ON_ERROR, REALTIME } from "../../../platform/needs.ts";
import { ICE_SETS } from "../../accounts/clients/index.ts";
import { DOWNLOADS_SERVICE } from "../../media/downloads/index.ts";
import { LIVE_PROGRESS } from "../../media/encoding/index.ts";
import { readLinkDescriptor } from "../export-links/index.ts";
import { readPluginVideoDescriptor, storePluginVersions } from "../plugin-videos/index.ts";
import { readClientDescriptor, readConfigDescriptor, storeCollectionReports } from "../rules/index.ts";
import { PlaybackChanges } from "./changes.ts";
import { readDescriptor } from "./descriptor.ts";
import { createInternalGuard, registerInternalRoutes } from "./internal.routes.ts";
import { listSitemapVideos } from "./sitemap-videos.ts";

const PLAYBACK_CHANGES = need<PlaybackChanges>("changes of playback");

export const playbackModule = defineModule({
  name: "playback",
  services: [
    provide(INTERNAL_GUARD_FOR, { config: CONFIG }, ({ config }) =>
      createInternalGuard(config.INTERNAL_SECRET),
    ),
    provide(
      PLAYBACK_CHANGES,
      { config: CONFIG, db: DB, onError: ON_ERROR },
      ({ config, db, onError }) => new PlaybackChanges({ db, databaseUrl: directUrlOf(config), onError }),
    ),
  ],
  internalRoutes: using(
    {
      db: DB,
      realtime: REALTIME,
      iceSets: ICE_SETS,
      downloads: DOWNLOADS_SERVICE,
      changes: PLAYBACK_CHANGES,
      progress: LIVE_PROGRESS,
    },
    ({ db, realtime, iceSets, downloads, changes, progress }, internal, guardFor) =>
      registerInternalRoutes(internal, guardFor, {
        findDescriptor: (uuid) => readDescriptor(db, uuid),
        findLink: (uuid) => readLinkDescriptor(db, uuid),
        async findClient(uuid) {
          const client = await readClientDescriptor(db, uuid);
          return client && { ...client, iceSets: await iceSets.openSets(uuid) };
        },
        findConfig: (key) => readConfigDescriptor(db, key),
        findPluginVideo: (key) => readPluginVideoDescriptor(db, key),
        listSitemapVideos: (clientUuid, page) => listSitemapVideos(db, clientUuid, page),
        mayOwn: (userUuid, videoUuid) => downloads.mayOwn(userUuid, videoUuid),
        async storeReports(reports) {
          for (const clientUuid of await storeCollectionReports(db, reports))
            realtime.emit(clientUuid, "pluginVideos.changed");
        },
        storeVersions: (counts) => storePluginVersions(db, counts),
        changes,
        progress,
      }),
  ),
  background: using({ changes: PLAYBACK_CHANGES, onError: ON_ERROR }, ({ changes, onError }) => ({
    // The connection is restored automatically: a slow database must not fail the start.
    start: () => changes.listen().catch(onError),
    stop: () => changes.close(),
  })),
  schedules: using({ changes: PLAYBACK_CHANGES }, ({ changes }) => [
    { run: () => changes.prune(), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
