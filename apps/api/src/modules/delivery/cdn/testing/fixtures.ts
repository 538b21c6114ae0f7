import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const entryParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
/** Returns a host name in a reserved domain for which no DNS query is sent, so that checks answer immediately. */
const hostOf = ({ marker }: FixtureOwner) => `${marker}.onion`;
/** A public address, since private addresses are rejected. No test connects to it. */
const ORIGIN_URL = "http://1.1.1.1/";

/** A CDN entry with a custom host name that is not served yet, and a purge. */
export const cdnFixtures: ModuleFixtures = {
  table: "cdn_entries",
  insertsFor: (db, owner) => {
    const { clientUuid, marker, thingUuid } = owner;
    const of = { client_uuid: clientUuid, entry_uuid: thingUuid };
    return [
      db.insertInto("cdn_entries").values({
        uuid: thingUuid,
        client_uuid: clientUuid,
        key: thingUuid.replaceAll("-", "").slice(0, 12),
        name: marker,
        origin_url: `${ORIGIN_URL}${marker}/`,
        default_ttl_sec: 3_600,
      }),
      db.insertInto("cdn_hosts").values({ ...of, host: hostOf(owner) }),
      db.insertInto("cdn_purges").values({ ...of, path: `/${marker}`, is_prefix: false, number: 1 }),
      db.insertInto("cdn_subscriptions").values({ client_uuid: clientUuid, is_active: true }),
    ];
  },
  targets: {
    createCdnEntry: () => ({ body: { name: "Another", originUrl: ORIGIN_URL } }),
    getCdnEntry: entryParams,
    updateCdnEntry: (owner) => ({ ...entryParams(owner), body: { revision: 1, name: "Another" } }),
    pauseCdnEntry: entryParams,
    deleteCdnEntry: entryParams,
    getCdnStatistics: entryParams,
    getCdnTraffic: ({ thingUuid }) => ({ query: { entries: [thingUuid] } }),
    renewCdnSecret: entryParams,
    removeCdnSecrets: entryParams,
    checkCdnHost: (owner) => ({ ...entryParams(owner), body: { host: hostOf(owner) } }),
    // This address is rejected before anything is requested.
    testCdnOrigin: () => ({ body: { url: "http://127.0.0.1/" } }),
    purgeCdnEntry: (owner) => ({ ...entryParams(owner), body: { scope: "all" } }),
  },
};
