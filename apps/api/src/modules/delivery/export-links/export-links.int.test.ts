import { createClient } from "@clickhouse/client";
import { type BodyOf, DEFAULT_THEME, type ExportLinkView, fillPath, routes } from "@shoal/contract";
import { CHANGES_PATH, DescriptorChange, INTERNAL_SECRET_HEADER, internalRoutes } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await addEditor();
});
afterAll(() => api.close());

async function addEditor(): Promise<TestUser> {
  const user = await api.addUser(["editor"]);
  await setFlag(user, true);
  return user;
}
const setFlag = (user: TestUser, isOn: boolean) =>
  api.database.db.updateTable("clients").set({ export: isOn }).where("uuid", "=", user.clientUuid).execute();

type LinkFields = Partial<BodyOf<typeof routes.createExportLink>>;
const createLink = async (wanted: LinkFields = {}, user = editor) => {
  const video = wanted.video ?? (await addVideo(api, user, { title: "A film" }));
  return user.call(routes.createExportLink, { body: { name: "For a partner", ...wanted, video } });
};
const readLink = (id: string, user = editor) => user.call(routes.getExportLink, { params: { id } });
const pauseLink = (id: string, isPaused: boolean, user = editor) =>
  user.call(routes.pauseExportLink, { params: { id }, body: { isPaused } });
const list = (query: object = {}, user = editor) => user.call(routes.listExportLinks, { query });
const namesOf = (page: { _embedded: ExportLinkView[] }) => page._embedded.map(({ name }) => name);

const internal = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.internalUrl}${path}`, {
    headers: { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "", ...headers },
  });
const linkPath = (uuid: string) => fillPath(internalRoutes.getLinkDescriptor.path, { uuid });

/** Collects the changes of a uuid in the change stream, as an edge receives them. */
async function followChanges(uuid: string) {
  const response = await internal(CHANGES_PATH);
  const changes: DescriptorChange[] = [];
  const follow = async () => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const [, data] of text.matchAll(/^data: (.+)$/gm)) {
        const change = DescriptorChange.parse(JSON.parse(data ?? ""));
        if (change.uuid === uuid) changes.push(change);
      }
  };
  // The request fails once the api stops, which is not an error of the test.
  follow().catch(() => undefined);
  return changes;
}

test("a link has its own addresses and embed code, which do not reveal the video's", async () => {
  const endsAt = "2091-05-06T07:08:09.000Z";
  const link = await createLink({ name: "  Partner ", sites: ["example.org"], endsAt });
  expect(link).toMatchObject({
    name: "Partner",
    state: "active",
    isPaused: false,
    endsAt,
    sites: ["example.org"],

    user: editor.username,
    views: 0,
    lastViewAt: null,
    revision: 1,
    embedUrl: `http://127.0.0.1:8081/x/${link.uuid}/embed`,
    directUrl: `http://127.0.0.1:8081/x/${link.uuid}`,
    video: { title: "A film", duration: 100, isTrashed: false, isPassword: false },
  });
  expect(link.iframe).toContain(`<iframe src="${link.embedUrl}" title="A film"`);
  expect(link.iframe).toContain("referrerpolicy=");
  expect(link.iframe).not.toContain(link.video.uuid);
  expect(await readLink(link.uuid)).toEqual(link);
  expect(await (await internal(linkPath(link.uuid))).json()).toEqual({
    uuid: link.uuid,
    clientId: editor.clientUuid,
    videoUuid: link.video.uuid,
    revision: 1,

    isPaused: false,
    endsAt,
    sites: ["example.org"],
  });
});

test("links are refused without the role, the client's flag or the video", async () => {
  const video = await addVideo(api, editor);
  const reader = await api.addUser(["readAnalytics"], { clientOf: editor });
  expect(await codeOf(list({}, reader))).toBe("forbidden");
  const flagless = await api.addUser(["manager"]);
  const own = await addVideo(api, flagless);
  expect(await codeOf(createLink({ video: own }, flagless))).toBe("forbidden");
  expect(await codeOf(list({}, flagless))).toBe("forbidden");
  const stranger = await addEditor();
  expect(await codeOf(createLink({ video }, stranger))).toBe("video_not_found");
  const link = await createLink({ video });
  const codes = await Promise.all([
    codeOf(readLink(link.uuid, stranger)),
    codeOf(pauseLink(link.uuid, true, stranger)),
  ]);
  expect(codes).toEqual(["not_found", "not_found"]);
  await setFlag(stranger, false);
  expect(await codeOf(pauseLink(link.uuid, true, stranger))).toBe("forbidden");
  const wrong = await errorOf(createLink({ video, name: " ", sites: ["https://example.org/page"] }));
  expect(wrong.fields?.map(({ path }) => path)).toEqual(["name", "sites.0"]);
});

test("a link for sites that the video's rules block is created, and names the blocking rules", async () => {
  const manager = await api.addUser(["manager"], { clientOf: editor });
  const sites = ["example.org", "shop.example.net", "example.com"];
  const video = await addVideo(api, editor);
  const link = await createLink({ video, sites });
  expect(link).not.toHaveProperty("siteRefusals");
  const setRules = (rules: object, id = video, revision = 0) =>
    manager.call(routes.updateVideoRules, { params: { id }, body: { revision, rules } });
  await setRules({ authorizedWebsites: ["example.com", "example.net"] });
  const collection = { name: "Trailers", rules: { unauthorizedSubdomains: ["example.com"] } };
  const { uuid } = await manager.call(routes.addCollection, { body: collection });
  await manager.call(routes.updateVideoRules, {
    params: { id: video },
    body: { revision: 1, rules: {}, collection: uuid },
  });
  const notListed = {
    site: "example.org",
    step: "website",
    rule: "authorizedWebsites",
    source: "custom",
    reach: "all",
    reason: "example.org may not show the video: authorizedWebsites of the video does not name it",
  };
  const banned = {
    site: "example.com",
    step: "subdomain",
    rule: "unauthorizedSubdomains",
    source: "collection",

    entry: "example.com",
    reach: "itself",
    reason:
      "example.com may not show the video: unauthorizedSubdomains of its collection names example.com; some sites below it may",
  };
  const siteRefusals = [notListed, banned];
  // The new rule changed who may watch, and the thumbnail's address depends on that.
  const { thumbnail } = (await readLink(link.uuid)).video;
  expect(thumbnail).not.toBe(link.video.thumbnail);
  expect(await readLink(link.uuid)).toEqual({ ...link, siteRefusals, video: { ...link.video, thumbnail } });
  const made = await createLink({ video, sites });
  expect(made).toMatchObject({ state: "active", sites, siteRefusals });
  expect(await pauseLink(made.uuid, true)).toMatchObject({ siteRefusals });
  const update = (body: object, { revision }: ExportLinkView) =>
    editor.call(routes.updateExportLink, { params: { id: made.uuid }, body: { ...body, revision } as never });
  const changed = await update({ sites: ["example.com"] }, await readLink(made.uuid));
  expect(changed.siteRefusals).toEqual([banned]);
  expect(await update({ sites: ["www.example.com"] }, changed)).not.toHaveProperty("siteRefusals");
});

test("links can be paged, searched by name or video, sorted and filtered", async () => {
  const user = await addEditor();
  const [reef, wreck] = [
    await addVideo(api, user, { title: "Reef 100%" }),
    await addVideo(api, user, { title: "Wreck" }),
  ];
  await createLink({ video: reef, name: "Beta" }, user);
  const alpha = await createLink({ video: wreck, name: "alpha" }, user);
  await createLink({ video: reef, name: "Ünder", endsAt: "2001-01-01T00:00:00Z" }, user);
  await pauseLink(alpha.uuid, true, user);
  expect(namesOf(await list({}, user))).toEqual(["Ünder", "alpha", "Beta"]);
  expect(namesOf(await list({ sort: { name: 1 } }, user))).toEqual(["alpha", "Beta", "Ünder"]);
  expect(namesOf(await list({ sort: { video: -1 }, pagesize: 1 }, user))).toEqual(["alpha"]);
  expect(namesOf(await list({ search: "100%", sort: { name: 1 } }, user))).toEqual(["Beta", "Ünder"]);
  expect(namesOf(await list({ search: "ALPHA" }, user))).toEqual(["alpha"]);
  expect(namesOf(await list({ filter: { video: reef, state: "active" } }, user))).toEqual(["Beta"]);
  expect(namesOf(await list({ filter: { state: "inactive" }, sort: { name: 1 } }, user))).toEqual([
    "alpha",
    "Ünder",
  ]);
  const second = await list({ page: 2, pagesize: 2 }, user);
  expect([second._embedded.length, second._size]).toEqual([1, 3]);
  expect(await list({ pagesize: 0 }, user)).toEqual({ _embedded: [], _size: 3 });
  expect(namesOf(await list({ filter: { video: reef } }))).toEqual([]);
});

test("a change with an old revision is refused, pausing always works, and edges receive each change", async () => {
  const { uuid } = await createLink();
  const changes = await followChanges(uuid);
  const update = (revision: number, change: object) =>
    editor.call(routes.updateExportLink, { params: { id: uuid }, body: { revision, ...change } });
  expect(await update(1, { name: "Renamed", sites: ["example.org", "example.com"] })).toMatchObject({
    name: "Renamed",
    sites: ["example.org", "example.com"],
    revision: 2,
  });
  expect(await codeOf(update(1, { name: "Late" }))).toBe("edit_conflict");
  expect(await pauseLink(uuid, true)).toMatchObject({ state: "paused", name: "Renamed" });
  expect(await pauseLink(uuid, false)).toMatchObject({ state: "active" });
  expect(await update(4, { endsAt: "2001-01-01T00:00:00Z" })).toMatchObject({ state: "ended", revision: 5 });
  await editor.call(routes.deleteExportLink, { params: { id: uuid } });
  expect(await codeOf(readLink(uuid))).toBe("not_found");
  expect(await codeOf(editor.call(routes.deleteExportLink, { params: { id: uuid } }))).toBe("not_found");
  expect((await internal(linkPath(uuid))).status).toBe(404);
  await eventually(() => expect(changes.map(({ kind, revision }) => [kind, revision])).toEqual(LINK_CHANGES));
});
const LINK_CHANGES = [2, 3, 4, 5, 0].map((revision) => ["link", revision]);

test("a link shows that its video is in the trash, works again after a restore, and is deleted with the video", async () => {
  const link = await createLink();
  const params = { id: link.video.uuid };
  await editor.call(routes.deleteVideo, { params });
  expect(await readLink(link.uuid)).toMatchObject({
    state: "videoDeleted",
    video: { isTrashed: true, thumbnail: null },
  });
  expect(await codeOf(createLink({ video: link.video.uuid }))).toBe("video_not_found");
  await editor.call(routes.restoreFromTrash, { params });
  expect(await readLink(link.uuid)).toMatchObject({ state: "active" });
  await editor.call(routes.deleteVideo, { params });
  await editor.call(routes.deleteFromTrash, { params });
  expect(await codeOf(readLink(link.uuid))).toBe("not_found");
});

test("a link is deleted with its client, but not with the user who made it", async () => {
  const gone = await addEditor();
  const manager = await api.addUser(["manager"], { clientOf: editor });
  const author = await api.addUser(["editor"], { clientOf: editor });
  const [lost, kept] = [await createLink({}, gone), await createLink({}, author)];
  const admin = await api.addUser(["admin"]);
  const { clientname } = await admin.call(routes.getClient, { params: { id: gone.clientUuid } });
  await admin.call(routes.deleteClient, { params: { id: gone.clientUuid }, body: { clientname } });
  expect((await internal(linkPath(lost.uuid))).status).toBe(404);
  await manager.call(routes.deleteUser, { params: { id: author.userUuid } });
  expect(await readLink(kept.uuid)).toMatchObject({ user: null, state: "active" });
});

test("only pages of the client are notified of each change of a link", async () => {
  const [page, strangers] = [await listenAs(api, editor), await listenAs(api, await addEditor())];
  const link = await createLink();
  await page.next("exportLinks.changed");
  const body = { name: "Renamed", revision: link.revision };
  await editor.call(routes.updateExportLink, { params: { id: link.uuid }, body });
  await page.next("exportLinks.changed");
  await pauseLink(link.uuid, true);
  await page.next("exportLinks.changed");
  await editor.call(routes.deleteExportLink, { params: { id: link.uuid } });
  await page.next("exportLinks.changed");
  expect(strangers.count("exportLinks.changed")).toBe(0);
  page.close();
  strangers.close();
});

test("views are counted by link, including those of closed hours", async () => {
  const [watched, other] = [await createLink(), await createLink()];
  const analytics = createClient({ url: api.clickhouseUrl });
  const nowSec = Math.floor(Date.now() / 60_000) * 60;
  const view = (session: string, minute: number) => ({
    client_uuid: editor.clientUuid,
    video_uuid: watched.video.uuid,
    link_uuid: watched.uuid,
    minute,

    session_uuid: session,
    version: Date.now(),
    sec_server: 60,
    views: 1,
  });
  const page = await listenAs(api, editor);
  const values = [view("a", nowSec), view("b", nowSec - 60), view("c", nowSec - 26 * 3_600)];
  const goOn = await pauseFigures(api);
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await api.database.db.deleteFrom("cursors").execute();
  await goOn();
  await analytics.close();
  // The first events may still be about the creation of the links.
  do await page.next("exportLinks.changed");
  while ((await readLink(watched.uuid)).views < 3);
  page.close();
  const lastViewAt = new Date(nowSec * 1_000).toISOString();
  expect(await readLink(watched.uuid)).toMatchObject({ views: 3, revision: 1, lastViewAt });
  expect(await readLink(other.uuid)).toMatchObject({ views: 0, lastViewAt: null });
  expect(namesOf(await list({ sort: { views: -1 }, pagesize: 1 }))).toEqual([watched.name]);
});

test("the theme of a client is validated and changed as a whole, and edges receive one change", async () => {
  const manager = await api.addUser(["manager"]);
  const params = { id: manager.clientUuid };
  const path = fillPath(internalRoutes.getClientDescriptor.path, { uuid: manager.clientUuid });
  const client = await manager.call(routes.getClient, { params });
  expect(client.playerTheme).toEqual(DEFAULT_THEME);
  const before = await internal(path);
  expect(await before.json()).toMatchObject({ uuid: manager.clientUuid, revision: 1, theme: DEFAULT_THEME });
  const changes = await followChanges(manager.clientUuid);
  const change = (revision: number, body: object) =>
    manager.call(routes.updateClient, { params, body: { revision, ...body } });
  const playerTheme = { accent: "#ffe600", background: "#101820", hasTitle: false };
  for (const accent of ["red", "#FFE600", "#ffe6", "#ffe600;}"])
    expect((await errorOf(change(1, { playerTheme: { ...playerTheme, accent } }))).fields?.[0]?.path).toBe(
      "playerTheme.accent",
    );
  expect(await change(1, { playerTheme })).toMatchObject({ playerTheme, revision: 2 });
  await change(2, { companyName: "Another" });
  const reader = await api.addUser(["editor"], { clientOf: manager });
  expect(await codeOf(reader.call(routes.updateClient, { params, body: { revision: 3, playerTheme } }))).toBe(
    "forbidden",
  );
  await eventually(() =>
    expect(changes).toEqual([{ kind: "client", uuid: manager.clientUuid, revision: 3 }]),
  );
  const etag = (await internal(path)).headers.get("etag") ?? "";
  expect((await internal(path, { "if-none-match": etag })).status).toBe(304);
  const admin = await api.addUser(["admin"]);
  const again = { ...playerTheme, accent: "#2ad4c5" };
  expect(
    await admin.call(routes.updateClientAsAdmin, { params, body: { revision: 3, playerTheme: again } }),
  ).toMatchObject({ playerTheme: again });
});
