import { createSecretBox, type SecretBox } from "@shoal/tokens";
import type { Config } from "../../../config.ts";
import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  ANALYTICS,
  CONFIG,
  DB,
  FETCH_POLICY,
  LIMIT_STORE,
  ON_ERROR,
  REALTIME,
} from "../../../platform/needs.ts";
import { createAttemptCounter } from "../../../platform/rate-limit.ts";
import { STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { cnameTargetOf } from "./cdn.present.ts";
import { registerCdnDescriptorRoute, registerCdnRoutes } from "./cdn.routes.ts";
import { type CdnService, createCdnService } from "./cdn.service.ts";
import { cdnRechecks, cdnTables } from "./cdn.table.ts";
import { readCdnDescriptor } from "./cdn-descriptor.ts";
import { createHostRecords } from "./cdn-hosts.ts";
import { createRechecks, RECHECK_PAUSE_MS } from "./cdn-rechecks.ts";
import { CDN_SECRETS } from "./cdn-secrets.ts";
import { CDN_TIMES_PAUSE_MS, followTimes } from "./cdn-times.ts";
import { CDN_MAILS } from "./mails/index.ts";

/** Limits tests of origins to what a person needs, because each fetches from another server. */
const TEST_LIMIT = { attempts: 100, windowSec: 600 };
/** Limits purges to one per second, each of up to 100 addresses, which is enough for any client. */
const PURGE_LIMIT = { attempts: 600, windowSec: 600 };

const CDN_SERVICE = need<CdnService>("CDN entries");
const CDN_RECHECKS = need<ReturnType<typeof createRechecks>>("checks of own names");
const CDN_SECRET_BOX = need<SecretBox>("box of CDN secrets");

/** Returns the address of entries at our edges. */
const placeOf = ({ CDN_PUBLIC_URL, EDGE_PUBLIC_URL }: Config) => ({
  publicUrl: CDN_PUBLIC_URL ?? EDGE_PUBLIC_URL,
});

export const cdnModule = defineModule({
  name: "cdn",
  migrations: { "097-cdn-entries": cdnTables, "109-cdn-rechecks": cdnRechecks },
  mails: CDN_MAILS,
  services: [
    provide(CDN_SECRET_BOX, { config: CONFIG }, ({ config }) =>
      createSecretBox(config.INTERNAL_SECRET, CDN_SECRETS),
    ),
    provide(
      CDN_SERVICE,
      {
        config: CONFIG,
        db: DB,
        realtime: REALTIME,
        policy: FETCH_POLICY,
        box: CDN_SECRET_BOX,
        limitStore: LIMIT_STORE,
        analytics: ANALYTICS,
        onError: ON_ERROR,
        storage: STORAGE_SERVICE,
      },
      ({ config, limitStore, analytics, onError, ...deps }) => {
        const { API_PUBLIC_URL, EDGE_PUBLIC_URL, EDGE_CLUSTER } = config;
        const { publicUrl: CDN_PUBLIC_URL } = placeOf(config);
        const ours = [API_PUBLIC_URL, EDGE_PUBLIC_URL, CDN_PUBLIC_URL, ...EDGE_CLUSTER];
        return createCdnService({
          ...deps,
          records: createHostRecords(),
          figures: { analytics, onError },
          tests: createAttemptCounter(limitStore, "CDN tests", TEST_LIMIT),
          purges: createAttemptCounter(limitStore, "CDN purges", PURGE_LIMIT),
          place: placeOf(config),
          ownHosts: ours.map((url) => new URL(url).host),
        });
      },
    ),
    provide(
      CDN_RECHECKS,
      { config: CONFIG, db: DB, mails: MAILS_SERVICE, realtime: REALTIME, onError: ON_ERROR },
      ({ config, ...deps }) =>
        createRechecks({
          ...deps,
          records: createHostRecords(),
          cnameTarget: cnameTargetOf(placeOf(config)),
          publicUrl: config.API_PUBLIC_URL,
        }),
    ),
  ],
  routes: using({ cdn: CDN_SERVICE }, ({ cdn }, app, guardFor) => registerCdnRoutes(app, guardFor, cdn)),
  internalRoutes: using({ db: DB, box: CDN_SECRET_BOX }, ({ db, box }, internal, guardFor) =>
    registerCdnDescriptorRoute(internal, guardFor, (name) => readCdnDescriptor(db, box, name)),
  ),
  schedules: using({ db: DB, realtime: REALTIME, rechecks: CDN_RECHECKS }, ({ db, realtime, rechecks }) => [
    {
      async run() {
        for (const clientUuid of await followTimes(db)) realtime.emit(clientUuid, "cdnEntries.changed");
      },
      pauseMs: CDN_TIMES_PAUSE_MS,
    },
    { run: rechecks.run, pauseMs: RECHECK_PAUSE_MS },
  ]),
});
