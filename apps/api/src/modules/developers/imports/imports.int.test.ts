import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError, IMPORT_CONCURRENCY, type ImportView, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { createSecretBox } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import type { UploadsService } from "../../media/uploads/index.ts";
import { runImport } from "./import-runner.ts";
import { type ClaimedImport, createImportWorkRepository } from "./imports.repository.ts";
import type { StoredItem } from "./sources/import-source.ts";

let api: TestApi;
let server: Server;
beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
  server = createServer((request, response) => {
    if (request.url === "/inside.vtt")
      response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    else if (request.url === "/fr.vtt") response.end("WEBVTT\n\n00:01.000 --> 00:02.000\nBonjour\n");
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server.close();
  await api.close();
});

type UploadsStub = Pick<UploadsService, "createVideos">;

const buildAddress = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

async function sendList(user: TestUser, text: string, name = "films.csv"): Promise<ImportView> {
  const form = new FormData();
  form.set("file", new Blob([text]), name);
  const response = await fetch(`${api.url}/api/imports`, {
    method: "POST",
    headers: { authorization: user.credential },
    body: form,
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as ImportView;
}
const fetchImport = (user: TestUser, { uuid }: { uuid: string }) =>
  user.call(routes.getImport, { params: { id: uuid } });
async function readList(user: TestUser, text: string, name?: string): Promise<ImportView> {
  const made = await sendList(user, text, name);
  await eventually(async () => expect((await fetchImport(user, made)).state).not.toBe("reading"));
  return fetchImport(user, made);
}
const videosOf = ({ clientUuid }: TestUser) =>
  api.database.db
    .selectFrom("videos")
    .selectAll()
    .where("client_uuid", "=", clientUuid)
    .orderBy("title")
    .execute();
/** Reports files as fetched, in place of workers. */
const reportArrived = ({ clientUuid }: TestUser, uuids: string[]) =>
  api.database.db
    .updateTable("videos")
    .set({ size_bytes: 1, chunk_count: 1, contiguous_chunks: 1 })
    .where("client_uuid", "=", clientUuid)
    .where("uuid", "in", uuids)
    .execute();

const csvLines = (count: number) =>
  `url,title\n${Array.from({ length: count }, (_, n) => `https://media.example.org/${n}.mp4,Film ${n}`).join("\n")}`;

test("invalid lines are reported with line and field, and the others wait for the start", async () => {
  const user = await api.addUser(["editor"]);
  const made = await readList(
    user,
    "url,title,tags,owner\nhttps://me:secret@media.example.org/a.mp4?key=secret,A,sea|sun,x\nnowhere,=B,,\nhttps://media.example.org/c.m3u8,C,,",
  );
  expect(made).toMatchObject({
    kind: "csv",
    state: "ready",
    user: user.username,
    counts: { broken: 1, waiting: 2 },
    ignoredFields: ["owner"],
  });
  const params = { id: made.uuid };
  const { _embedded: rows } = await user.call(routes.listImportRows, { params, query: {} });
  expect(rows.map(({ line, state, url }) => [line, state, url])).toEqual([
    [2, "waiting", "https://media.example.org/a.mp4"],
    [3, "broken", "nowhere"],
    [4, "waiting", "https://media.example.org/c.m3u8"],
  ]);
  expect(rows[1]?.faults.map(({ path }) => path)).toEqual(["url"]);
  expect(await videosOf(user)).toEqual([]);

  await user.call(routes.startImport, { params });
  // Whether an address leads to a playlist instead of a file is only checked when its line is started.
  await eventually(async () =>
    expect((await fetchImport(user, made)).counts).toMatchObject({ fetching: 1, failed: 1 }),
  );
  const report = await fetch(`${api.url}/api/imports/${made.uuid}/report?only=faults`, {
    headers: { authorization: user.credential },
  });
  const text = await report.text();
  expect(report.headers.get("content-type")).toContain("text/csv");
  expect(
    text
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",").slice(0, 3)),
  ).toEqual([["3", "broken", "'=B"], ["4", "failed", "C"], [""]]);
  const inFrench = await fetch(`${api.url}/api/imports/${made.uuid}/report?only=faults`, {
    headers: { authorization: user.credential, "accept-language": "fr" },
  });
  expect(await inFrench.text()).toContain("url: n’est pas une URL");
  expect(text).not.toContain("secret");
});

test("a file that is not a list is reported as such", async () => {
  const user = await api.addUser(["editor"]);
  expect(await readList(user, "title\nA")).toMatchObject({ state: "failed", fault: "no_url_column" });
  expect(await readList(user, "[", "x.json")).toMatchObject({ state: "failed", fault: "not_a_list" });
});

test("videos are imported a few at a time, with captions and chapters, until all have arrived", async () => {
  const user = await api.addUser(["editor"]);
  const first = {
    url: "https://media.example.org/0.mp4",
    title: "Film 0",
    description: "About the sea",
    tags: ["sea"],
    captions: [
      { url: buildAddress("/fr.vtt"), language: "fr" },
      { url: buildAddress("/none.vtt"), language: "en" },
      { url: buildAddress("/inside.vtt"), language: "de" },
    ],
    chapters: [
      { start: 65, title: "Harbour" },
      { start: 0, title: "Start" },
    ],
  };
  const others = Array.from({ length: 5 }, (_, n) => ({
    url: `https://media.example.org/${n + 1}.mp4`,
    title: `Film ${n + 1}`,
  }));
  const made = await readList(user, JSON.stringify([first, ...others]), "films.json");
  await user.call(routes.startImport, { params: { id: made.uuid } });
  await eventually(async () =>
    expect((await fetchImport(user, made)).counts.fetching).toBe(IMPORT_CONCURRENCY),
  );
  const begun = await videosOf(user);
  expect(begun).toHaveLength(IMPORT_CONCURRENCY);
  expect(begun[0]).toMatchObject({
    description: "About the sea",
    tags: ["sea"],
    user_uuid: user.userUuid,
    chapters: [
      { start: 0, title: "Start" },
      { start: 65, title: "Harbour" },
    ],
  });
  await reportArrived(
    user,
    begun.map(({ uuid }) => uuid),
  );
  await eventually(async () => expect(await videosOf(user)).toHaveLength(6));
  await reportArrived(
    user,
    (await videosOf(user)).map(({ uuid }) => uuid),
  );
  await eventually(async () => expect((await fetchImport(user, made)).state).toBe("done"));
  expect((await fetchImport(user, made)).counts).toMatchObject({ imported: 6, failed: 0 });
  const id = begun[0]?.uuid ?? "";
  const { tracks } = await user.call(routes.listCaptions, { params: { id } });
  expect(tracks.map(({ language, cueCount }) => [language, cueCount])).toEqual([["fr", 1]]);
  const { _embedded: rows } = await user.call(routes.listImportRows, {
    params: { id: made.uuid },
    query: {},
  });
  expect(rows[0]?.faults.map(({ path }) => path)).toEqual(["captions.1", "captions.2"]);
});

/** Leases the import for an hour. */
async function leaseForHour(user: TestUser, { uuid }: ImportView): Promise<ClaimedImport> {
  await api.database.db
    .updateTable("imports")
    .set({ state: "running", claimed_until: new Date(Date.now() + 3_600_000) })
    .where("uuid", "=", uuid)
    .execute();
  return {
    uuid,
    client_uuid: user.clientUuid,
    user_uuid: user.userUuid,
    kind: "csv",
    state: "running",
    sealed_source: null,
    cursor: null,
    ignored_fields: [],
    attempts: 0,
  };
}
const runningDeps = () => ({
  db: api.database.db,
  box: createSecretBox(api.env.INTERNAL_SECRET ?? "", "lists of imports"),
  captions: { addCaptions: () => Promise.reject(new Error("There are no captions")) },
  policy: { isPrivateAllowed: true, ports: "any" as const },
  leaseSec: 3_600,
  prepare: async (stored: StoredItem) => stored,
  isStopped: () => false,
});

test("each video is created once by concurrent processes, even if one is killed after creating a video", async () => {
  const user = await api.addUser(["editor"]);
  const { db } = api.database;
  const made = await readList(user, csvLines(IMPORT_CONCURRENCY));
  const claimed = await leaseForHour(user, made);
  const uploads: UploadsStub = {
    createVideos: (_, files, options) =>
      db.transaction().execute(async (tx) => {
        const rows = files.map(({ title }) => ({
          client_uuid: user.clientUuid,
          title,
          status: "uploading" as const,
          input_qualities: "{}",
        }));
        const added = await tx.insertInto("videos").values(rows).returningAll().execute();
        await options?.alongside?.(tx, added);
        return added;
      }),
  };
  const shared = runningDeps();
  const killed: UploadsStub = {
    createVideos: async (...call) => {
      await uploads.createVideos(...call);
      throw new Error("killed");
    },
  };
  await expect(runImport(claimed, { ...shared, uploads: killed })).rejects.toThrow("killed");
  await Promise.all([1, 2, 3].map(() => runImport(claimed, { ...shared, uploads })));
  const titles = (await videosOf(user)).map(({ title }) => title);
  expect(titles).toEqual(["Film 0", "Film 1", "Film 2", "Film 3"]);
  expect(await createImportWorkRepository(db).countFetching(user.clientUuid)).toBe(IMPORT_CONCURRENCY);
});

test("a paused import continues on behalf of the user who resumes it, and a cancelled one creates nothing more", async () => {
  const user = await api.addUser(["editor"]);
  const made = await readList(user, csvLines(6));
  const params = { id: made.uuid };
  await user.call(routes.startImport, { params });
  await eventually(async () =>
    expect((await fetchImport(user, made)).counts.fetching).toBe(IMPORT_CONCURRENCY),
  );
  expect(await user.call(routes.pauseImport, { params })).toMatchObject({ state: "paused", fault: "user" });
  expect(await codeOf(user.call(routes.pauseImport, { params }))).toBe("import_not_open");
  const other = await api.addUser(["editor"], { clientOf: user });
  expect(await other.call(routes.startImport, { params })).toMatchObject({
    state: "running",
    user: other.username,
  });
  expect(await codeOf(user.call(routes.deleteImport, { params }))).toBe("import_not_open");
  expect(await other.call(routes.cancelImport, { params })).toMatchObject({
    state: "cancelled",
    counts: { cancelled: 2, waiting: 0 },
  });
  await user.call(routes.deleteImport, { params });
  expect(await codeOf(fetchImport(user, made))).toBe("import_not_found");
  expect(await videosOf(user)).toHaveLength(IMPORT_CONCURRENCY);
});

test("an import pauses with the reason if its user may no longer create videos", async () => {
  const user = await api.addUser(["editor"]);
  const made = await readList(user, csvLines(1));
  await api.database.db
    .updateTable("users")
    .set({ roles: ["readAnalytics"] })
    .where("uuid", "=", user.userUuid)
    .execute();
  await api.database.db
    .updateTable("imports")
    .set({ state: "running" })
    .where("uuid", "=", made.uuid)
    .execute();
  const manager = await api.addUser(["manager"], { clientOf: user });
  await eventually(async () =>
    expect(await fetchImport(manager, made)).toMatchObject({ state: "paused", fault: "user_gone" }),
  );
});

test.each(["free_tier_exceeded", "budget_reached"] as const)(
  "%s pauses the import at the line that was refused, which waits until a user resumes the import",
  async (code) => {
    const user = await api.addUser(["editor"]);
    const made = await readList(user, csvLines(2));
    const claimed = await leaseForHour(user, made);
    const uploads: UploadsStub = { createVideos: () => Promise.reject(new AppError(code)) };
    await runImport(claimed, { ...runningDeps(), uploads });
    expect(await fetchImport(user, made)).toMatchObject({
      state: "paused",
      fault: code,
      counts: { waiting: 2 },
    });
  },
);

test("an import paused for a month is cancelled and its credentials deleted, while one paused yesterday stays", async () => {
  const user = await api.addUser(["editor"]);
  const { db } = api.database;
  const dayMs = 86_400_000;
  const add = async (days: number) => {
    const made = await readList(user, csvLines(1));
    await db
      .updateTable("imports")
      .set({ state: "paused", sealed_source: "sealed", claimed_until: new Date(Date.now() - days * dayMs) })
      .where("uuid", "=", made.uuid)
      .execute();
    return made;
  };
  const left = await add(31);
  const recent = await add(1);
  await createImportWorkRepository(db).prune(30);
  expect(await fetchImport(user, left)).toMatchObject({
    state: "cancelled",
    counts: { waiting: 0, cancelled: 1 },
  });
  expect(await fetchImport(user, recent)).toMatchObject({ state: "paused", counts: { waiting: 1 } });
  const secrets = await db
    .selectFrom("imports")
    .innerJoin("import_items", "import_items.import_uuid", "imports.uuid")
    .select(["sealed_source", "sealed_item"])
    .where("imports.uuid", "=", left.uuid)
    .execute();
  expect(secrets).toEqual([{ sealed_source: null, sealed_item: null }]);
});

test("a client with two running imports leaves the next slot to others", async () => {
  const [greedy, other] = [await api.addUser(["editor"]), await api.addUser(["editor"])];
  const { db } = api.database;
  const makeDue = async (user: TestUser) => {
    const made = await readList(user, csvLines(1));
    await leaseForHour(user, made);
    return made;
  };
  const made = [await makeDue(greedy), await makeDue(other)];
  await db.transaction().execute(async (tx) => {
    // The changes are uncommitted, so that the worker running at the same time does not see them.
    await tx
      .updateTable("imports")
      .set({ claimed_until: new Date(0) })
      .where(
        "uuid",
        "in",
        made.map(({ uuid }) => uuid),
      )
      .execute();
    const claimed = await createImportWorkRepository(tx).claim(60, {
      mine: [],
      busyClients: [greedy.clientUuid],
    });
    expect(claimed?.uuid).toBe(made[1]?.uuid);
  });
});
