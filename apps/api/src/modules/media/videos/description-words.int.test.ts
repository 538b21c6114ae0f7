import { routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { pruneUnusedWords } from "./description-words.repository.ts";
import { pruneUnusedTags } from "./tag-names.ts";

const HOUR_MS = 3_600_000;
let api: TestApi;
let user: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [user, outsider] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
});
afterAll(() => api.close());

/** Returns the sorted titles of the videos that a search finds. */
async function findTitles(search: string, who = user): Promise<string[]> {
  const page = await who.call(routes.listVideos, { query: { search, pagesize: 100 } as never });
  expect(page._size).toBe(page._embedded.length);
  return page._embedded.map(({ title }) => title).toSorted();
}

/** Prunes words and tags hourly for a week, which processes every share of them. */
async function pruneForAWeek(): Promise<void> {
  for (let hour = 0; hour < 168; hour += 1) {
    await pruneUnusedWords(api.database.db, hour * HOUR_MS);
    await pruneUnusedTags(api.database.db, hour * HOUR_MS);
  }
}
async function listKnownTags(clientUuid: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT tag FROM tag_names WHERE client_uuid = ${clientUuid} ORDER BY tag`.execute(api.database.db);
  return rows.map(({ tag }) => tag);
}
async function listKnownWords(clientUuid: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM description_words WHERE client_uuid = ${clientUuid} ORDER BY word`.execute(
    api.database.db,
  );
  return rows.map(({ word }) => word);
}

test("descriptions are found by one or several parts of words, and by consecutive words", async () => {
  await addVideo(api, user, { title: "Cliff", description: "Seagulls\tabove the\u00a0CLIFF;\n50%_off" });
  await addVideo(api, user, { title: "Bay", description: "Above a bay, the seagulls" });
  await addVideo(api, outsider, { title: "Theirs", description: "Seagulls above" });
  expect(await findTitles("description:gull")).toEqual(["Bay", "Cliff"]);
  expect(await findTitles("description:GULLS+cliff")).toEqual(["Cliff"]);
  expect(await findTitles("description:gull+nothing")).toEqual([]);
  expect(await findTitles('description:"above a bay"')).toEqual(["Bay"]);
  expect(await findTitles('description:"bove a b"')).toEqual(["Bay"]);
  expect(await findTitles('description:"seagulls above"')).toEqual([]);
  expect(await findTitles('description:"a bay"+cliff')).toEqual([]);
  expect(await findTitles("description:50%_")).toEqual(["Cliff"]);
  expect(await findTitles("description:5_%")).toEqual([]);
  expect(await findTitles("description:seagulls", outsider)).toEqual(["Theirs"]);
});

test("a search finds all videos even if more words contain the part than the index is used for", async () => {
  const words = Array.from({ length: 80 }, (_, at) => `quayside${at}`);
  for (const [at, word] of words.entries())
    await addVideo(api, user, { title: `Quay ${at % 2}`, description: `On the ${word} today` });
  expect(await findTitles("description:quayside")).toHaveLength(80);
  expect(await findTitles("description:quayside+quayside7")).toHaveLength(11);
  expect(await findTitles('description:"the quayside"')).toHaveLength(80);
});

test("known words follow changed descriptions, the trash and deleted videos", async () => {
  const owner = await api.addUser(["manager"]);
  const uuid = await addVideo(api, owner, { title: "Kept", description: "old lighthouse" });
  await addVideo(api, owner, { title: "Other", description: "old boat" });
  await owner.call(routes.updateVideo, { params: { id: uuid }, body: { description: "Beacon lighthouse" } });
  expect(await findTitles("description:beacon", owner)).toEqual(["Kept"]);
  expect(await findTitles("description:old", owner)).toEqual(["Other"]);

  await owner.call(routes.deleteVideo, { params: { id: uuid } });
  expect(await findTitles("description:light", owner)).toEqual([]);
  await pruneForAWeek();
  expect(await listKnownWords(owner.clientUuid)).toEqual(["boat", "old"]);
  await owner.call(routes.restoreFromTrash, { params: { id: uuid } });
  expect(await findTitles("description:light", owner)).toEqual(["Kept"]);
  await pruneForAWeek();
  expect(await listKnownWords(owner.clientUuid)).toEqual(["beacon", "boat", "lighthouse", "old"]);
  await sql`DELETE FROM videos WHERE client_uuid = ${owner.clientUuid}`.execute(api.database.db);
  await pruneForAWeek();
  expect(await listKnownWords(owner.clientUuid)).toEqual([]);
});

test("a word is not pruned while a transaction adds it to a description", async () => {
  const { db } = api.database;
  const owner = await api.addUser(["manager"]);
  const [first, second] = [
    await addVideo(api, owner, { title: "First", description: "driftwood" }),
    await addVideo(api, owner, { title: "Second" }),
  ];
  await db.transaction().execute(async (writing) => {
    // The word is already known, so no row is added. The only other video with this word loses it before the commit.
    await sql`UPDATE videos SET description = 'driftwood' WHERE uuid = ${second}`.execute(writing);
    await owner.call(routes.updateVideo, { params: { id: first }, body: { description: "" } });
    await pruneForAWeek();
  });
  expect(await findTitles("description:drift", owner)).toEqual(["Second"]);
});

test("tags are found by one or several prefixes, ignoring case, even if many tags have the same prefix", async () => {
  const owner = await api.addUser(["manager"]);
  await addVideo(api, owner, { title: "Sea", tags: ["Harbour", "Été 2026"] });
  await addVideo(api, owner, { title: "Land", tags: ["harvest", "50%_off"] });
  await addVideo(api, user, { title: "Theirs", tags: ["harbour"] });
  expect(await findTitles("tags:HAR", owner)).toEqual(["Land", "Sea"]);
  expect(await findTitles("tags:harb+été", owner)).toEqual(["Sea"]);
  expect(await findTitles('tags:"ÉTÉ 2"', owner)).toEqual(["Sea"]);
  expect(await findTitles("tags:arbour", owner)).toEqual([]);
  expect(await findTitles("tags:50%_", owner)).toEqual(["Land"]);
  expect(await findTitles("tags:5_%", owner)).toEqual([]);
  expect(await findTitles("tags:harbour|:|été", owner)).toEqual(["Sea"]);
  const tags = Array.from({ length: 60 }, (_, at) => `haven${at}`);
  await addVideo(api, owner, { title: "Many", tags });
  expect(await findTitles("tags:ha", owner)).toEqual(["Land", "Many", "Sea"]);
  expect(await findTitles("tags:haven7+har", owner)).toEqual([]);
});

test("known tags follow changed videos, the trash and deleted videos", async () => {
  const owner = await api.addUser(["manager"]);
  const uuid = await addVideo(api, owner, { title: "Kept", tags: ["old", "light"] });
  await addVideo(api, owner, { title: "Other", tags: ["old"] });
  await owner.call(routes.updateVideo, { params: { id: uuid }, body: { tags: ["Beacon"] } });
  expect(await findTitles("tags:bea", owner)).toEqual(["Kept"]);
  await owner.call(routes.deleteVideo, { params: { id: uuid } });
  await pruneForAWeek();
  expect(await listKnownTags(owner.clientUuid)).toEqual(["old"]);
  await owner.call(routes.restoreFromTrash, { params: { id: uuid } });
  expect(await findTitles("tags:beacon", owner)).toEqual(["Kept"]);
  await sql`DELETE FROM videos WHERE client_uuid = ${owner.clientUuid}`.execute(api.database.db);
  await pruneForAWeek();
  expect(await listKnownTags(owner.clientUuid)).toEqual([]);
});
