import { type ConfigView, createApiClient, routes, type SavedSite } from "@shoal/contract";
import { storeCollectionReports } from "../../apps/api/src/modules/delivery/rules/index.ts";
import type { Database } from "../../apps/api/src/platform/database.ts";
import { DEMO_CLIENTS, DEMO_PASSWORD, toSlug } from "./demo-data.ts";
import type { PluginSite, WatchedVideo } from "./watching.ts";

/** The media that pages of demo clients play from third-party CDNs, by collection. Media under "" are in no collection. */
const MEDIA_BY_COLLECTION: Record<string, readonly string[]> = {
  Newsroom: ["Evening news", "Morning weather", "Press review", "Interview of the week"],
  Sports: ["Regatta, first race", "Regatta, final", "Beach volleyball, highlights", "Marathon, arrival"],
  Learning: ["Knots for beginners", "Reading a sea chart", "First aid on board", "Radio exam, part 1"],
  Magazine: ["Fishmongers at dawn", "A lighthouse restored", "The tide mill"],
  "": ["Open day", "Jobs on the quay"],
};
/** The versions of the plugin on pages. Most pages have the current version, and the list marks the outdated one. */
const PLUGIN_VERSIONS = ["1.3.0", "1.3.0", "1.3.0", "1.2.6"];
const PLAYER_NAMES = ["hls.js", "Video.js", "Shaka Player", "dash.js"];
/** The number of sessions of the most watched medium. The others have fewer. */
const MAX_SESSIONS = 120;
/** The time between the plugin's first reports of consecutive media. Media in no collection were reported days ago. */
const BEACON_INTERVAL_MS = 40_000;
const DAY_MS = 86_400_000;

/** The sites of the configs, with addresses reserved for documentation. */
const CONFIG_SITES: readonly SavedSite[] = [
  {
    name: "Main website",
    websites: ["www.example.org"],
    publicIPs: [],
    subnets: [],
    exchange: "first",
  },
  {
    name: "Campus",
    websites: ["learn.example.org"],
    publicIPs: ["203.0.113.10"],
    subnets: ["10.20.0.0/16"],
    exchange: "only",
  },
];
const APP_SITE: SavedSite = {
  name: "Mobile app",
  websites: ["app.example.net"],
  publicIPs: [],
  subnets: [],
  exchange: "first",
};

/**
 * Adds configs with sites to the demo's plugin clients, and the media that their pages play, in collections as the plugin
 * reports them. Data of an earlier seed is left unchanged.
 */
export async function addPluginMedia(db: Database, apiUrl: string, nowMs: number): Promise<WatchedVideo[]> {
  const watched: WatchedVideo[] = [];
  for (const client of DEMO_CLIENTS.filter(({ type }) => type === "plugin"))
    watched.push(...(await addTo(db, await signIn(apiUrl, toSlug(client)), nowMs)));
  return watched;
}

type ClientCall = ReturnType<typeof createApiClient>;

async function signIn(apiUrl: string, username: string): Promise<ClientCall> {
  const call = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const { credential } = await call(routes.login, { body: { username, password: DEMO_PASSWORD } });
  return createApiClient({ baseUrl: apiUrl, credential: () => credential });
}

async function addTo(db: Database, call: ClientCall, nowMs: number): Promise<WatchedVideo[]> {
  if ((await call(routes.listPluginVideos, { query: {} }))._size > 0) return [];
  const { client_infos: infos } = await call(routes.getMe, {});
  const clientUuid = infos[0]?.uuid ?? "";
  const places = await addConfigs(call);
  const media = Object.entries(MEDIA_BY_COLLECTION)
    .flatMap(([collection, titles]) => titles.map((title) => ({ title, collection, name: nameOf(title) })))
    .map((each, place) => ({ ...each, place }));
  await storeCollectionReports(
    db,
    media.map(({ name, collection, place }) => ({
      clientId: clientUuid,
      video: name,
      ...(collection ? { collection } : {}),
      version: PLUGIN_VERSIONS[place % PLUGIN_VERSIONS.length] ?? "",
      atMs: nowMs - place * (collection ? BEACON_INTERVAL_MS : DAY_MS),
    })),
  );
  const uuids = await uuidsByName(db, clientUuid);
  const watched: WatchedVideo[] = [];
  for (const { name, title, collection, place } of media) {
    const uuid = uuids.get(name) ?? "";
    await call(routes.updatePluginVideo, {
      params: { id: uuid },
      body: {
        title,
        description: collection ? `Played by the pages of “${collection}”.` : "",
        tags: [...(collection ? [collection.toLowerCase()] : []), place % 2 === 0 ? "public" : "members"],
      },
    });
    watched.push({
      uuid,
      clientUuid,
      sessions: Math.ceil(MAX_SESSIONS / (1 + place / 3)),
      durationSec: 95 + ((place * 397) % 2_400),
      // The most watched media were also watched recently.
      ...(place < 3 ? { isWatchedLately: true as const } : {}),
      onOtherCdn: { name, places, players: PLAYER_NAMES },
    });
  }
  return watched;
}

/** Adds two configs in use by pages, and one whose key was revoked. */
async function addConfigs(call: ClientCall): Promise<PluginSite[]> {
  const add = (name: string, sites: readonly SavedSite[], rules = {}) =>
    call(routes.addConfig, { body: { name, rules, sites: [...sites] } });
  const websites = await add("Websites", CONFIG_SITES);
  const app = await add("Mobile app", [APP_SITE], { uploadOnCellular: false, uploadPercent: 50 });
  const old = await add("Website before the relaunch", []);
  await call(routes.updateConfig, {
    params: { id: old.uuid },
    body: { revision: old.revision, rules: {}, isRevoked: true },
  });
  return [...placesOf(websites), ...placesOf(app)];
}

const placesOf = (config: ConfigView): PluginSite[] =>
  config.sites.map((site) => ({
    configUuid: config.uuid,
    siteUuid: site.uuid,
    isSiteClosed: site.exchange === "only",
    pageHost: site.websites[0] ?? "",
  }));

/** Returns the page's name for a medium, which is the path of its playlist on the CDN. */
const nameOf = (title: string) => `vod/${title.toLowerCase().replace(/\W+/g, "-")}/index.m3u8`;

async function uuidsByName(db: Database, clientUuid: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("plugin_videos")
    .select(["uuid", "name"])
    .where("client_uuid", "=", clientUuid)
    .execute();
  return new Map(rows.map(({ uuid, name }) => [name, uuid]));
}
