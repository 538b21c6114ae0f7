import { routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { bodyOf } from "./archive-format.ts";
import { listFiles } from "./arrival-checker.ts";
import { findMovedVideo } from "./moved-videos.ts";
import { openRemoteArchive, readAll } from "./remote-archive.ts";
import { endOf, exportedBy, fillClient, waitForArrival } from "./testing/filled-client.ts";

const ALLOW_PRIVATE_ENV = { FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" };
/** The fields that differ between installations: dates of creation, states, and what archives do not contain. */
const DIFFERING_FIELDS = new Set([
  "status",
  "error_type",
  "modified_at",
  "source_path",
  "source_url",
  "duration_sec",
  "views",
  "last_view_at",
  "reported_at",
]);
/** The fields that get new uuids, and the numbers of messages in their room. */
const RENAMED_FIELDS: Record<string, string[]> = {
  captions: ["uuid", "created_at", "origin"],
  rooms: ["uuid"],
  messages: ["room_uuid", "position"],
  "message-files": ["room_uuid", "object_uuid"],
  requests: ["uuid"],
  decisions: ["uuid"],
};

let sourceApi: TestApi;
let targetApi: TestApi;
beforeAll(async () => {
  [sourceApi, targetApi] = await Promise.all([
    startTestApi(ALLOW_PRIVATE_ENV),
    startTestApi(ALLOW_PRIVATE_ENV),
  ]);
});
afterAll(async () => {
  await Promise.all([sourceApi.close(), targetApi.close()]);
});

/** Reads all lines and checksums of an archive, with users by their email addresses. */
async function contentOf(url: string) {
  const archive = await openRemoteArchive(url, { isPrivateAllowed: true, ports: "any" }, null);
  const files = await listFiles(archive);
  const texts = new Map<string, string[]>();
  for (const file of files.filter(({ kind }) => kind !== undefined)) {
    const { from, to } = bodyOf(file);
    const text = (await readAll(archive, from, to)).toString();
    texts.set(file.kind ?? "", [...(texts.get(file.kind ?? "") ?? []), ...text.split("\n").filter(Boolean)]);
  }
  const users = (texts.get("users") ?? []).map((line) => JSON.parse(line) as { uuid: string; email: string });
  const named = (line: string) => users.reduce((text, { uuid, email }) => text.replaceAll(uuid, email), line);
  const lines = Object.fromEntries(
    [...texts].flatMap(([kind, all]) =>
      kind === "users" ? [] : [[kind, all.map((line) => normalizeLine(kind, named(line))).toSorted()]],
    ),
  );
  const media = files
    .flatMap(({ path, kind, sha256 }) => (kind === undefined ? [`${path} ${sha256}`] : []))
    .toSorted();
  return { lines, media };
}

function normalizeLine(kind: string, line: string): string {
  const left = new Set([...DIFFERING_FIELDS, ...(RENAMED_FIELDS[kind] ?? [])]);
  const fields = Object.entries(JSON.parse(line) as object).filter(([name]) => !left.has(name));
  return JSON.stringify(Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

async function copyEmail(of: TestUser, as: TestUser): Promise<void> {
  await sql`UPDATE users SET email = ${`${of.username}@example.org`}, username = ${of.username} WHERE uuid = ${as.userUuid}`.execute(
    targetApi.database.db,
  );
}

test("a client exported to another installation and back is unchanged, even if that one restarts during the import", async () => {
  const from = await sourceApi.addUser(["manager"]);
  const { locked } = await fillClient(sourceApi, from);
  const url = await exportedBy(sourceApi, from);
  const to = await targetApi.addUser(["manager"]);
  await copyEmail(from, to);
  const { uuid } = await to.call(routes.createArrival, { body: { url } });
  await targetApi.restart();
  const arrival = await endOf(to, uuid);
  expect(arrival).toMatchObject({ state: "done", fault: null, report: { notTaken: { people: 0 } } });
  // The installation that exported the archive has never seen these uuids.
  const kept = await sql<{ count: number }>`SELECT count(*)::int AS count FROM arrived_things
    WHERE old_uuid <> new_uuid AND kind <> 'rooms'`.execute(targetApi.database.db);
  expect(kept.rows).toEqual([{ count: 0 }]);

  const before = await contentOf(url);
  const after = await contentOf(await exportedBy(targetApi, to));
  expect(after.media).toEqual(before.media);
  expect(before.media.length).toBeGreaterThan(2);
  for (const [kind, lines] of Object.entries(before.lines)) {
    // Archives contain no passwords: the video is closed instead.
    const [was, is] =
      kind === "video-rules" || kind === "videos"
        ? [lines, after.lines[kind]].map(withoutLocked)
        : [lines, after.lines[kind]];
    expect(is, kind).toEqual(was);
  }
  expect(after.lines["video-rules"]?.filter((line) => line.includes(locked))).toEqual([
    expect.stringContaining('"streaming":"refused"'),
  ]);

  function withoutLocked(lines: string[] = []): string[] {
    return lines.filter((line) => !line.includes(locked));
  }

  // Loading an archive back into its original installation adds nothing, because everything is already present.
  const home = await waitForArrival(from, await exportedBy(targetApi, to));
  expect(home).toMatchObject({ state: "done", fileCount: 0 });
  expect(home.report?.notTaken.alreadyHere).toBe(before.lines.videos?.length);
  expect((await contentOf(await exportedBy(sourceApi, from))).lines).toEqual(before.lines);
});

test("an import by another client of the same installation duplicates, opens and redirects nothing", async () => {
  const { db } = sourceApi.database;
  const from = await sourceApi.addUser(["manager"]);
  const { film, locked, bought } = await fillClient(sourceApi, from);
  const url = await exportedBy(sourceApi, from);
  const to = await sourceApi.addUser(["manager"]);
  expect(await waitForArrival(to, url)).toMatchObject({ state: "done", videoCount: 3 });

  // Loading the archive again adds nothing.
  const again = await waitForArrival(to, url);
  expect(again).toMatchObject({ state: "done", fileCount: 0, report: { notTaken: { alreadyHere: 3 } } });
  expect(Object.values(again.report?.taken ?? {})).toEqual(Array.from({ length: 9 }, () => 0));

  // Addresses of another client's video are not redirected, even once that video is deleted. The client's own addresses are
  // redirected while the video is in the trash.
  expect(await findMovedVideo(db, film)).toBeUndefined();
  await db.deleteFrom("videos").where("uuid", "=", locked).execute();
  expect(await findMovedVideo(db, locked)).toBeUndefined();
  await sql`UPDATE videos SET trashed_at = now() WHERE uuid = ${bought}`.execute(db);
  expect((await waitForArrival(from, url)).report?.taken.videos).toBe(2);
  const moved = await findMovedVideo(db, bought);
  const [inPlace] = await db
    .selectFrom("videos")
    .select("title")
    .where("uuid", "=", moved?.uuid ?? "")
    .execute();
  expect([moved?.kind, inPlace?.title]).toEqual(["video", "Members"]);

  // In an account with its own videos and rules, the former rules are written into the loaded videos.
  const third = await sourceApi.addUser(["manager"]);
  await db
    .insertInto("client_rules")
    .values({ client_uuid: third.clientUuid, rules: "{}" } as never)
    .execute();
  expect((await waitForArrival(third, url)).report).toMatchObject({
    hasBakedRules: true,
    taken: { videos: 3 },
  });
  const { rows } = await sql<{
    rules: object;
  }>`SELECT rules FROM video_rules JOIN videos ON videos.uuid = video_uuid
    WHERE videos.client_uuid = ${third.clientUuid} ORDER BY title`.execute(db);
  expect(rows.map(({ rules }) => rules)).toMatchObject([
    { unauthorizedCountries: ["US"], streaming: "open" },
    { unauthorizedCountries: ["US"], streaming: "refused" },
    { unauthorizedCountries: ["US"], streaming: "open" },
  ]);
});
