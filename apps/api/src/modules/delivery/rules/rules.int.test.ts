import {
  type ConfigSite,
  fillPath,
  MAX_COLLECTIONS,
  MAX_CONFIGS,
  type RuleChanges,
  routes,
  type SavedSite,
} from "@shoal/contract";
import {
  CHANGES_PATH,
  ClientDescriptor,
  type CollectionReport,
  ConfigDescriptor,
  DescriptorChange,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  PluginVideoDescriptor,
} from "@shoal/contract/edge";
import { pluginVideoKey } from "@shoal/domain/plugin-video-key";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { addVideo, findDescriptor } from "../../../testing/video-harness.ts";

let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
});
afterAll(() => api.close());

const secretHeaders = () => ({ [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" });
const internal = (path: string) => fetch(api.internalUrl + path, { headers: secretHeaders() });
const fetchClient = async () =>
  ClientDescriptor.parse(
    await (
      await internal(fillPath(internalRoutes.getClientDescriptor.path, { uuid: manager.clientUuid }))
    ).json(),
  );
const fetchConfig = (key: string) =>
  internal(fillPath(internalRoutes.getConfigDescriptor.path, { uuid: key }));

const rulesOf = (id: string) => manager.call(routes.getVideoRules, { params: { id } });
async function changeRules(id: string, rules: RuleChanges, more: object = {}) {
  const { revision } = await rulesOf(id);
  return manager.call(routes.updateVideoRules, { params: { id }, body: { revision, rules, ...more } });
}
const addCollection = (rules: object, name = `Lessons ${crypto.randomUUID()}`) =>
  manager.call(routes.addCollection, { body: { name, rules } });
const sendReports = (reports: CollectionReport[]) =>
  fetch(api.internalUrl + internalRoutes.reportCollections.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...secretHeaders() },
    body: JSON.stringify({ reports }),
  });
const createReport = (video: string, collection: string, ageMs = 0): CollectionReport => ({
  clientId: manager.clientUuid,
  video,
  collection,
  atMs: Date.now() - ageMs,
});

/** Collects the changes that edges receive after this call. */
async function followChanges(): Promise<DescriptorChange[]> {
  const response = await internal(CHANGES_PATH);
  const changes: DescriptorChange[] = [];
  const follow = async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, data] of text.matchAll(/^data: (.+)$/gm))
        changes.push(DescriptorChange.parse(JSON.parse(data ?? "")));
  };
  // The request fails once the api stops, which is not an error of the test.
  follow().catch(() => undefined);
  return changes;
}

test("a video has the default of each rule unless it sets its own", async () => {
  const uuid = await addVideo(api, manager);
  const before = await rulesOf(uuid);
  expect(before).toMatchObject({ custom: {}, collection: null, config: null, revision: 0, timeZone: "UTC" });
  expect(before.rules.p2pWeb).toEqual({ value: true, source: "default" });
  const changed = await changeRules(uuid, { p2pWeb: false, authorizedCountries: ["fr"] });
  expect(changed.rules.p2pWeb).toEqual({ value: false, source: "custom" });
  expect(changed.custom).toEqual({ p2pWeb: false, authorizedCountries: ["FR"] });
  expect((await findDescriptor(api, uuid))?.rules.custom).toEqual(changed.custom);
  const back = await changeRules(uuid, { p2pWeb: null });
  expect(back.custom).toEqual({ authorizedCountries: ["FR"] });
  expect(back.rules.p2pWeb.source).toBe("default");
});

test("the second of two concurrent changes of a video's rules is refused", async () => {
  const uuid = await addVideo(api, manager);
  const change = (uploadPercent: number) =>
    manager.call(routes.updateVideoRules, {
      params: { id: uuid },
      body: { revision: 0, rules: { uploadPercent } },
    });
  const answers = await Promise.all([codeOf(change(10)), codeOf(change(20))]);
  expect(answers.toSorted()).toEqual(["edit_conflict", "success"]);
});

test("the sitemap lists started videos without a password, and a client can turn indexing off", async () => {
  const own = await api.addUser(["manager"]);
  const params = { id: own.clientUuid };
  const listed = await addVideo(api, own);
  const locked = await addVideo(api, own);
  const later = await addVideo(api, own);
  const change = (uuid: string, to: object) =>
    api.database.db.updateTable("videos").set(to).where("uuid", "=", uuid).execute();
  for (const uuid of [listed, locked, later]) await change(uuid, { status: "encoded" });
  await change(locked, { password_hash: "scrypt$1024$8$1$c2FsdA$a2V5" });
  await change(later, { starts_at: new Date(Date.now() + 60_000) });
  const ofPage = async (page: number) => {
    const path = fillPath(internalRoutes.listSitemapVideos.path, { uuid: own.clientUuid, page });
    return (await internal(path)).json();
  };
  expect(await ofPage(1)).toEqual({ uuids: [listed], pageCount: 1 });
  expect(await ofPage(2)).toEqual({ uuids: [], pageCount: 1 });
  const { revision, isIndexed, sitemapUrl } = await own.call(routes.getClientRules, { params });
  expect(isIndexed).toBe(true);
  expect(sitemapUrl).toMatch(new RegExp(`/sitemaps/${own.clientUuid}\\.xml$`));
  const body = { revision, isIndexed: false };
  expect(await own.call(routes.updateClientRules, { params, body })).toMatchObject({ isIndexed: false });
  const notified = await internal(
    fillPath(internalRoutes.getClientDescriptor.path, { uuid: own.clientUuid }),
  );
  expect(ClientDescriptor.parse(await notified.json()).isIndexed).toBe(false);
});

test("rules of the collection override those of the config, which override those of the client", async () => {
  const uuid = await addVideo(api, manager);
  const config = await manager.call(routes.addConfig, {
    body: { name: `Config ${uuid}`, rules: { uploadPercent: 50, viewerThreshold: 4 } },
  });
  await changeRules(uuid, {}, { config: config.uuid });
  const collection = await addCollection({ uploadPercent: 30 });
  const params = { id: manager.clientUuid };
  const { revision } = await manager.call(routes.getClientRules, { params });
  const own = await manager.call(routes.updateClientRules, {
    params,
    body: { revision, rules: { viewerThreshold: 9, savedSegments: 5 }, timeZone: "Europe/Paris" },
  });
  expect(own).toMatchObject({ rules: { savedSegments: 5 }, timeZone: "Europe/Paris" });
  await manager.call(routes.setUnauthorizedCountries, { params, body: { unauthorizedCountries: ["de"] } });

  const reported = await changeRules(uuid, {}, { collection: collection.uuid });
  expect(reported.rules).toMatchObject({
    uploadPercent: { value: 30, source: "collection" },
    viewerThreshold: { value: 4, source: "config" },
    savedSegments: { value: 5, source: "client" },
    unauthorizedCountries: { value: ["DE"], source: "client" },
  });
  expect(reported.collection).toMatchObject({ name: collection.name, isInForce: true });
  expect(reported.timeZone).toBe("Europe/Paris");
  expect(await fetchClient()).toMatchObject({
    rules: { viewerThreshold: 9, unauthorizedCountries: ["DE"] },
    collections: { [collection.name]: { uploadPercent: 30 } },
    timeZone: "Europe/Paris",
  });
});

test("videos keep the rules of a collection that they leave or that is deleted, unless they set their own", async () => {
  const [linked, kept] = [await addVideo(api, manager), await addVideo(api, manager)];
  const collection = await addCollection({ p2pWeb: false, uploadPercent: 10 });
  await changeRules(linked, {}, { collection: collection.uuid });
  await changeRules(kept, { uploadPercent: 70 }, { collection: collection.uuid });
  expect((await rulesOf(linked)).rules.p2pWeb).toEqual({ value: false, source: "collection" });
  const params = { id: collection.uuid };
  expect(await manager.call(routes.getCollection, { params })).toMatchObject({ videoCount: 2 });

  const unlinked = await changeRules(linked, {}, { collection: null });
  expect(unlinked).toMatchObject({ collection: null, custom: { p2pWeb: false, uploadPercent: 10 } });
  await manager.call(routes.deleteCollection, { params });
  expect(await rulesOf(kept)).toMatchObject({
    collection: null,
    custom: { p2pWeb: false, uploadPercent: 70 },
  });
  expect(await codeOf(manager.call(routes.getCollection, { params }))).toBe("collection_not_found");
});

test("a report creates its collection with media of other CDNs by name, but moves no hosted video", async () => {
  const [chosen, own] = [await addVideo(api, manager), await addVideo(api, manager)];
  const collection = await addCollection({ p2pWeb: false });
  await changeRules(chosen, {}, { collection: collection.uuid });
  const name = `New ${crypto.randomUUID()}`;
  const stranger = await api.addUser(["manager"]);
  const theirs = await addVideo(api, stranger);
  await sendReports([
    createReport(chosen, name),
    createReport(own, "Older", 2_000),
    createReport(own, name),

    createReport(theirs, name),
    createReport("season 1/film.m3u8", name),
    { ...createReport(own, name), clientId: crypto.randomUUID() },
  ]);
  expect((await rulesOf(chosen)).collection?.uuid).toBe(collection.uuid);
  expect((await rulesOf(own)).collection).toBeNull();
  const listed = await manager.call(routes.listCollections, { query: { search: name } });
  // For this client, a name that equals the uuid of another client's video is an ordinary media name.
  expect(listed._embedded).toMatchObject([{ name, videoCount: 2 }]);
  expect(listed._embedded[0]?.reportedAt).not.toBeNull();
  const untouched = await stranger.call(routes.getVideoRules, { params: { id: theirs } });
  expect(untouched.collection).toBeNull();
});

test("edges read the settings of media on other CDNs by client and name, and the plugin's latest version is stored", async () => {
  const name = `saison 1/été ${crypto.randomUUID()}.m3u8`;
  const key = pluginVideoKey(manager.clientUuid, name);
  const described = async () =>
    PluginVideoDescriptor.parse(
      await (await internal(fillPath(internalRoutes.getPluginVideoDescriptor.path, { uuid: key }))).json(),
    );
  const version = async () => {
    const query = api.database.db.selectFrom("plugin_videos").select("version").where("key", "=", key);
    return (await query.executeTakeFirst())?.version;
  };
  expect(await described()).toEqual({ revision: 0, rules: {} });
  const collection = await addCollection({ uploadPercent: 10 });
  await sendReports([{ ...createReport(name, collection.name, 2_000), version: "1.2.3" }]);
  // A page's report does not affect viewers of other pages.
  expect((await described()).rules).toEqual({ custom: {} });
  expect(await version()).toBe("1.2.3");
  const { collection: _none, ...withoutCollection } = createReport(name, "");
  await sendReports([{ ...withoutCollection, version: "1.2.10" }]);
  await sendReports([createReport(name, collection.name)]);
  expect(await version()).toBe("1.2.10");

  const changes = await followChanges();
  const params = { id: collection.uuid };
  const { uuid } = await api.database.db
    .selectFrom("plugin_videos")
    .select("uuid")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const chosen = { params: { id: uuid }, body: { collection: collection.uuid } };
  await manager.call(routes.updatePluginVideo, chosen);
  await manager.call(routes.updateCollection, {
    params,
    body: { revision: collection.revision, rules: { uploadPercent: 30 } },
  });
  await eventually(() => expect(changes).toContainEqual(expect.objectContaining({ uuid: key })));
  expect(changes.find(({ uuid }) => uuid === key)?.kind).toBe("pluginVideo");
  expect((await described()).rules.collection?.rules).toEqual({ uploadPercent: 30 });
  const { revision } = await described();
  await manager.call(routes.deleteCollection, { params });
  const after = await described();
  expect(after.rules).toEqual({ custom: { uploadPercent: 30 } });
  expect(after.revision).toBeGreaterThan(revision);
});

test("media on another CDN can have rules, which edges receive, and keep those of a collection that they leave", async () => {
  const name = `film ${crypto.randomUUID()}.mpd`;
  const key = pluginVideoKey(manager.clientUuid, name);
  const collection = await addCollection({ uploadPercent: 10, savedSegments: 4 });
  await sendReports([{ ...createReport(name, collection.name), version: "1.2.3" }]);
  const query = api.database.db
    .selectFrom("plugin_videos")
    .select(["uuid", "revision"])
    .where("key", "=", key);
  const { uuid, revision } = await query.executeTakeFirstOrThrow();
  const change = (user: TestUser, body: object, id = uuid) =>
    user.call(routes.updatePluginVideo, { params: { id }, body });
  const rules = { uploadPercent: 60, p2pWeb: false };

  const viewer = await api.addUser([], { clientOf: manager });
  expect(await codeOf(change(viewer, { rules }))).toBe("forbidden");
  expect(await codeOf(change(await api.addUser(["manager"]), { rules }))).toBe("video_not_found");
  expect(await codeOf(change(manager, { collection: crypto.randomUUID() }))).toBe("collection_not_found");
  expect(await codeOf(change(manager, { rules: { ice: crypto.randomUUID() } }))).toBe("not_found");

  const changes = await followChanges();
  await change(manager, { rules: {}, collection: collection.uuid });
  expect(await change(manager, { rules })).toMatchObject({
    uuid,
    name,
    version: "1.2.3",
    custom: rules,
    collection: { name: collection.name },
    rules: {
      uploadPercent: { value: 60, source: "custom" },
      savedSegments: { value: 4, source: "collection" },
    },
  });
  await eventually(() => expect(changes.find((each) => each.uuid === key)?.kind).toBe("pluginVideo"));
  expect((await query.executeTakeFirstOrThrow()).revision).toBeGreaterThan(revision);

  await change(manager, { collection: null, rules: { p2pWeb: null } });
  const params = { id: uuid };
  expect(await viewer.call(routes.getPluginVideo, { params })).toMatchObject({
    collection: null,
    custom: { uploadPercent: 60, savedSegments: 4 },
    rules: { p2pWeb: { source: "default" } },
  });
  const described = await internal(fillPath(internalRoutes.getPluginVideoDescriptor.path, { uuid: key }));
  expect(PluginVideoDescriptor.parse(await described.json()).rules).toEqual({
    custom: { uploadPercent: 60, savedSegments: 4 },
  });
});

test("a config is found by its key until it is deleted, and contains its sites", async () => {
  const sites = [
    {
      name: "Paris",
      websites: ["example.org"],
      publicIPs: [],
      subnets: ["10.0.0.0/8"],
      exchange: "only" as const,
    },
  ];
  const body = { name: `Shop ${crypto.randomUUID()}`, rules: { uploadPercent: 40 }, sites };
  const config = await manager.call(routes.addConfig, { body });
  expect(config).toMatchObject({ sites, isRevoked: false, revision: 1 });
  expect(await codeOf(manager.call(routes.addConfig, { body }))).toBe("config_name_taken");
  const found = await fetchConfig(config.key);
  expect(ConfigDescriptor.parse(await found.json())).toMatchObject({
    key: config.key,
    clientId: manager.clientUuid,
    sites,
    isRevoked: false,
    rules: { uploadPercent: 40 },
  });
  const params = { id: config.uuid };
  const change = { params, body: { revision: 1, isRevoked: true, rules: { uploadPercent: null } } };
  expect(await manager.call(routes.updateConfig, change)).toMatchObject({ isRevoked: true, rules: {} });
  expect(await codeOf(manager.call(routes.updateConfig, change))).toBe("edit_conflict");
  const wrong = { body: { ...body, name: "Wrong", sites: [{ name: "A", subnets: ["10.0.0.1"] }] } };
  expect((await errorOf(manager.call(routes.addConfig, wrong))).fields).toEqual([
    { path: "sites.0.subnets.0", reason: "Please enter a valid CIDR address" },
  ]);
  await manager.call(routes.deleteConfig, { params });
  expect((await fetchConfig(config.key)).status).toBe(404);
});

test("videos of a deleted config keep its rules, except those that they or their collection set", async () => {
  const rules = { streaming: "refused", uploadPercent: 40, savedSegments: 5 } as const;
  const config = await manager.call(routes.addConfig, {
    body: { name: `Kept ${crypto.randomUUID()}`, rules },
  });
  const collection = await addCollection({ savedSegments: 9 });
  const uuid = await addVideo(api, manager);
  await changeRules(uuid, { uploadPercent: 70 }, { config: config.uuid, collection: collection.uuid });
  await manager.call(routes.deleteConfig, { params: { id: config.uuid } });
  const after = await rulesOf(uuid);
  expect(after).toMatchObject({ config: null, custom: { streaming: "refused", uploadPercent: 70 } });
  expect(after.custom).not.toHaveProperty("savedSegments");
  expect(after.rules.savedSegments).toMatchObject({ value: 9, source: "collection" });
});

test("a site keeps its uuid when renamed, and has a new one in a copy of its config", async () => {
  const name = `Office ${crypto.randomUUID()}`;
  const config = await manager.call(routes.addConfig, {
    body: { name, sites: [{ name: "Paris", subnets: ["10.0.0.0/8"] }] },
  });
  const [site] = config.sites;
  expect(site).toMatchObject({ name: "Paris", exchange: "first" });
  const save = (revision: number, sites: SavedSite[]) =>
    manager.call(routes.updateConfig, { params: { id: config.uuid }, body: { revision, sites } });
  const renamed = await save(1, [{ ...(site as ConfigSite), name: "Lutetia", exchange: "only" }]);
  expect(renamed.sites).toEqual([{ ...site, name: "Lutetia", exchange: "only" }]);
  const copy = await manager.call(routes.addConfig, { body: { name: `${name} 2`, sites: renamed.sites } });
  expect(copy.sites[0]).toMatchObject({ name: "Lutetia", exchange: "only" });
  expect(copy.sites[0]?.uuid).not.toBe(site?.uuid);
  const twice = save(2, [...renamed.sites, ...renamed.sites]);
  expect((await errorOf(twice)).fields).toEqual([{ path: "sites", reason: "names a site twice" }]);

  const uuid = await addVideo(api, manager);
  await changeRules(uuid, {}, { config: config.uuid });
  const { config: described } = (await findDescriptor(api, uuid)) ?? {};
  expect(described).toEqual({ uuid: config.uuid, sites: renamed.sites });
});

test("an ICE set that is not the client's is refused as a rule", async () => {
  const uuid = await addVideo(api, manager);
  expect(await codeOf(changeRules(uuid, { ice: crypto.randomUUID() }))).toBe("not_found");
  const iceServers = [{ urls: ["stun:stun.example.org"] }];
  const params = { id: manager.clientUuid };
  const set = await manager.call(routes.addIce, { params, body: { name: uuid, iceServers } });
  expect((await changeRules(uuid, { ice: set.uuid })).rules.ice.value).toBe(set.uuid);
  expect((await fetchClient()).iceSets[set.uuid]).toEqual(iceServers);
});

test("edges receive changes of videos, collections, configs and clients", async () => {
  const uuid = await addVideo(api, manager);
  const collection = await addCollection({});
  const config = await manager.call(routes.addConfig, { body: { name: `Config ${uuid}` } });
  await changeRules(uuid, {}, { collection: collection.uuid, config: config.uuid });
  const changes = await followChanges();
  const expectChange = async (
    kind: DescriptorChange["kind"],
    named: string,
    change: () => Promise<unknown>,
  ) => {
    changes.length = 0;
    await change();
    await eventually(() =>
      expect(changes.filter((each) => each.kind === kind && each.uuid === named)).not.toEqual([]),
    );
  };
  await expectChange("video", uuid, () => changeRules(uuid, { p2pWeb: false }));
  const body = { revision: 1, rules: { p2pIOS: false } };
  await expectChange("video", uuid, () =>
    manager.call(routes.updateCollection, { params: { id: collection.uuid }, body }),
  );
  const ofConfig = { params: { id: config.uuid }, body };
  await expectChange("config", config.key, () => manager.call(routes.updateConfig, ofConfig));
  await expectChange("video", uuid, () => manager.call(routes.deleteConfig, { params: { id: config.uuid } }));
  const lists = { params: { id: manager.clientUuid }, body: { authorizedVPNs: false } };
  await expectChange("client", manager.clientUuid, () => manager.call(routes.setAuthorizedVpns, lists));
});

test("renewing a config's key keeps the previous one during its grace period and ends any older one", async () => {
  const config = await manager.call(routes.addConfig, { body: { name: `Keys ${crypto.randomUUID()}` } });
  const params = { id: config.uuid };
  const renew = (graceSec: number) => manager.call(routes.renewConfigKey, { params, body: { graceSec } });
  const changes = await followChanges();
  const second = await renew(3_600);
  expect(second.key).not.toBe(config.key);
  expect(second.oldKey?.key).toBe(config.key);
  const endsAtMs = Date.parse(second.oldKey?.endsAt ?? "");
  expect(Math.abs(endsAtMs - Date.now() - 3_600_000)).toBeLessThan(60_000);
  const descriptorOf = async (key: string) => ConfigDescriptor.parse(await (await fetchConfig(key)).json());
  expect(await descriptorOf(config.key)).toMatchObject({ key: config.key, endsAtMs });
  expect(await descriptorOf(second.key)).not.toHaveProperty("endsAtMs");

  // Later changes apply to both keys, and edges are notified of each.
  const changed = await manager.call(routes.updateConfig, {
    params,
    body: { revision: second.revision, rules: { uploadPercent: 9 } },
  });
  expect(changed.oldKey).toEqual(second.oldKey);
  for (const key of [config.key, second.key])
    expect(await descriptorOf(key)).toMatchObject({
      revision: changed.revision,
      rules: { uploadPercent: 9 },
    });
  const notified = (uuid: string) =>
    expect.objectContaining({ kind: "config", uuid, revision: changed.revision });
  await eventually(() =>
    expect(changes).toEqual(expect.arrayContaining([notified(config.key), notified(second.key)])),
  );

  const third = await renew(60);
  expect(third.oldKey?.key).toBe(second.key);
  expect((await fetchConfig(config.key)).status).toBe(404);
  expect((await renew(0)).oldKey).toBeNull();
  expect((await fetchConfig(third.key)).status).toBe(404);
  expect(await codeOf(renew(2_592_001))).toBe("bad_request");
});

test("deleting a config ends both of its keys", async () => {
  const config = await manager.call(routes.addConfig, { body: { name: `End ${crypto.randomUUID()}` } });
  const params = { id: config.uuid };
  const { key } = await manager.call(routes.renewConfigKey, { params, body: { graceSec: 600 } });
  await manager.call(routes.deleteConfig, { params });
  for (const each of [config.key, key]) expect((await fetchConfig(each)).status).toBe(404);
});

test("a collection that a page reports is shown, applies to no viewers of other pages, and leaves its peer rules to its videos", async () => {
  const hosted = await addVideo(api, manager);
  const rules = { uploadPercent: 30, p2pWeb: false, asksConsent: true, unauthorizedCountries: ["FR"] };
  const collection = await addCollection(rules);
  const names = [`a ${crypto.randomUUID()}`, `b ${crypto.randomUUID()}`];
  const [left = "", kept = ""] = names;
  await sendReports([...names, hosted].map((video) => createReport(video, collection.name)));
  expect((await rulesOf(hosted)).collection).toBeNull();
  const uuidOf = async (name: string) => {
    const { _embedded } = await manager.call(routes.listPluginVideos, { query: { search: `"${name}"` } });
    return _embedded[0]?.uuid ?? "";
  };
  const viewOf = async (name: string) =>
    manager.call(routes.getPluginVideo, { params: { id: await uuidOf(name) } });
  expect((await viewOf(left)).collection).toMatchObject({ name: collection.name, isInForce: true });
  const change = async (body: object) =>
    manager.call(routes.updatePluginVideo, { params: { id: await uuidOf(left) }, body });
  const peerRules = { uploadPercent: 30, p2pWeb: false, asksConsent: true };
  expect((await change({ collection: null })).custom).toEqual(peerRules);
  await change({ rules: { uploadPercent: null, p2pWeb: null, asksConsent: null } });
  // A page's report cannot override a collection that a user chose.
  await change({ collection: (await addCollection({ uploadPercent: 5 })).uuid });
  await sendReports([createReport(left, collection.name)]);
  expect((await viewOf(left)).rules.uploadPercent).toMatchObject({ value: 5, source: "collection" });
  await manager.call(routes.deleteCollection, { params: { id: collection.uuid } });
  expect((await viewOf(kept)).custom).toEqual(peerRules);
});

test("pages can name 100 collections per key and 500 in total, and users can still add theirs", async () => {
  const owner = await api.addUser(["manager"]);
  const named = async (prefix: string, count: number, more: object = {}) => {
    const { clientUuid: clientId } = owner;
    const reports = Array.from({ length: count }, (_, number) => ({
      clientId,
      video: `${prefix} ${number}`,
      collection: `${prefix} ${number}`,
      atMs: Date.now(),
      ...more,
    }));
    expect((await sendReports(reports)).status).toBe(204);
    return (await owner.call(routes.listCollections, { query: { pagesize: 0 } }))._size;
  };
  expect(await named("refused", 1, { mayName: false })).toBe(0);
  for (const [round, size] of [100, 200, 300, 400, 500, 500].entries())
    expect(await named(`key ${round}`, 150, { config: crypto.randomUUID() })).toBe(size);
  const { uuid, revision } = await owner.call(routes.addCollection, { body: { name: "Ours" } });
  expect(revision).toBe(1);
  // Reports that name existing collections are still stored, although the limit of names is reached.
  expect(await named("key 0", 1, { mayName: false, collection: "Ours" })).toBe(501);
  const { reportedAt } = await owner.call(routes.getCollection, { params: { id: uuid } });
  expect(reportedAt).not.toBeNull();
});

test("the maximum numbers of collections and configs are enforced even if several are added at once", async () => {
  const owner = await api.addUser(["manager"]);
  const nameAll = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ client_uuid: owner.clientUuid, name: `Name ${n}` }));
  const { db } = api.database;
  await db
    .insertInto("collections")
    .values(nameAll(MAX_COLLECTIONS - 1))
    .execute();
  await db
    .insertInto("configs")
    .values(nameAll(MAX_CONFIGS - 1))
    .execute();
  const names = ["A", "B", "C", "D"];
  const oneOfFour = ["bad_request", "bad_request", "bad_request", "success"];
  const addAll = (add: (name: string) => Promise<unknown>) =>
    Promise.all(names.map((name) => codeOf(add(name)))).then((codes) => codes.toSorted());
  expect(await addAll((name) => owner.call(routes.addCollection, { body: { name, rules: {} } }))).toEqual(
    oneOfFour,
  );
  expect(await addAll((name) => owner.call(routes.addConfig, { body: { name } }))).toEqual(oneOfFour);
});
