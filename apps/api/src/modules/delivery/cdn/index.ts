import { createSecretBox, type SecretBox } from "@shoal/tokens";
import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, CONFIG, DB, FETCH_POLICY, ON_ERROR, POOL, REALTIME } from "../../../platform/needs.ts";
import { createAttemptCounter } from "../../../platform/rate-limit.ts";
import { STORAGE } from "../../accounts/clients/index.ts";
import { registerCdnDescriptorRoute, registerCdnRoutes } from "./cdn.routes.ts";
import { type CdnService, createCdnService } from "./cdn.service.ts";
import { cdnTables } from "./cdn.table.ts";
import { readCdnDescriptor } from "./cdn-descriptor.ts";
import { createHostRecords } from "./cdn-hosts.ts";
import { CDN_SECRETS } from "./cdn-secrets.ts";
import { CDN_TIMES_PAUSE_MS, followTimes } from "./cdn-times.ts";

/** Each is a fetch of ours from a server of somebody: as many as a person looks at. */
const TESTS = { attempts: 100, windowSec: 600 };
/** Of 100 addresses each: one a second, for as long as anybody publishes anew. */
const PURGES = { attempts: 600, windowSec: 600 };

const CDN = need<CdnService>("CDN entries");
const CDN_SECRET_BOX = need<SecretBox>("box of CDN secrets");

export const cdnModule = defineModule({
  name: "cdn",
  migrations: { "097-cdn-entries": cdnTables },
  services: [
    provide(CDN_SECRET_BOX, { config: CONFIG }, ({ config }) =>
      createSecretBox(config.INTERNAL_SECRET, CDN_SECRETS),
    ),
    provide(
      CDN,
      {
        config: CONFIG,
        db: DB,
        realtime: REALTIME,
        policy: FETCH_POLICY,
        box: CDN_SECRET_BOX,
        pool: POOL,
        analytics: ANALYTICS,
        onError: ON_ERROR,
        storage: STORAGE,
      },
      ({ config, pool, analytics, onError, ...deps }) => {
        const { API_PUBLIC_URL, EDGE_PUBLIC_URL, EDGE_CLUSTER, CDN_PUBLIC_URL = EDGE_PUBLIC_URL } = config;
        const ours = [API_PUBLIC_URL, EDGE_PUBLIC_URL, CDN_PUBLIC_URL, ...EDGE_CLUSTER];
        return createCdnService({
          ...deps,
          records: createHostRecords(),
          figures: { analytics, onError },
          tests: createAttemptCounter(pool, "CDN tests", TESTS),
          purges: createAttemptCounter(pool, "CDN purges", PURGES),
          place: { publicUrl: CDN_PUBLIC_URL },
          ownHosts: ours.map((url) => new URL(url).host),
        });
      },
    ),
  ],
  routes: using({ cdn: CDN }, ({ cdn }, app, guardFor) => registerCdnRoutes(app, guardFor, cdn)),
  internalRoutes: using({ db: DB, box: CDN_SECRET_BOX }, ({ db, box }, internal, guardFor) =>
    registerCdnDescriptorRoute(internal, guardFor, (name) => readCdnDescriptor(db, box, name)),
  ),
  schedules: using({ db: DB, realtime: REALTIME }, ({ db, realtime }) => [
    {
      async run() {
        for (const clientUuid of await followTimes(db)) realtime.emit(clientUuid, "cdnEntries.changed");
      },
      pauseMs: CDN_TIMES_PAUSE_MS,
    },
  ]),
});
