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
let stranger: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [user, stranger] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
});
afterAll(() => api.close());

/** Returns the sorted titles of the videos that a search finds. */
async function find(search: string, who = user): Promise<string[]> {
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
async function knownTags(clientUuid: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT tag FROM tag_names WHERE client_uuid = ${clientUuid} ORDER BY tag`.execute(api.database.db);
  return rows.map(({ tag }) => tag);
}
async function knownWords(clientUuid: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM description_words WHERE client_uuid = ${clientUuid} ORDER BY word`.execute(
    api.database.db,
  );
  return rows.map(({ word }) => word);
}

test("descriptions are found by one or several parts of words, and by consecutive words", async () => {
  await addVideo(api, user, { title: "Cliff", description: "Seagulls\tabove the\u00a0CLIFF;\n50%_off" });
  await addVideo(api, user, { title: "Bay", description: "Above a bay, the seagulls" });
  await addVideo(api, stranger, { title: "Theirs", description: "Seagulls above" });
  expect(await find("description:gull")).toEqual(["Bay", "Cliff"]);
  expect(await find("description:GULLS+cliff")).toEqual(["Cliff"]);
  expect(await find("description:gull+nothing")).toEqual([]);
  expect(await find('description:"above a bay"')).toEqual(["Bay"]);
  expect(await find('description:"bove a b"')).toEqual(["Bay"]);
  expect(await find('description:"seagulls above"')).toEqual([]);
  expect(await find('description:"a bay"+cliff')).toEqual([]);
  expect(await find("description:50%_")).toEqual(["Cliff"]);
  expect(await find("description:5_%")).toEqual([]);
  expect(await find("description:seagulls", stranger)).toEqual(["Theirs"]);
});

test("a search finds all videos even if more words contain the part than the index is used for", async () => {
  const words = Array.from({ length: 80 }, (_, at) => `quayside${at}`);
  for (const [at, word] of words.entries())
    await addVideo(api, user, { title: `Quay ${at % 2}`, description: `On the ${word} today` });
  expect(await find("description:quayside")).toHaveLength(80);
  expect(await find("description:quayside+quayside7")).toHaveLength(11);
  expect(await find('description:"the quayside"')).toHaveLength(80);
});

test("known words follow changed descriptions, the trash and deleted videos", async () => {
  const owner = await api.addUser(["manager"]);
  const uuid = await addVideo(api, owner, { title: "Kept", description: "old lighthouse" });
  await addVideo(api, owner, { title: "Other", description: "old boat" });
  await owner.call(routes.updateVideo, { params: { id: uuid }, body: { description: "Beacon lighthouse" } });
  expect(await find("description:beacon", owner)).toEqual(["Kept"]);
  expect(await find("description:old", owner)).toEqual(["Other"]);

  await owner.call(routes.deleteVideo, { params: { id: uuid } });
  expect(await find("description:light", owner)).toEqual([]);
  await pruneForAWeek();
  expect(await knownWords(owner.clientUuid)).toEqual(["boat", "old"]);
  await owner.call(routes.restoreFromTrash, { params: { id: uuid } });
  expect(await find("description:light", owner)).toEqual(["Kept"]);
  await pruneForAWeek();
  expect(await knownWords(owner.clientUuid)).toEqual(["beacon", "boat", "lighthouse", "old"]);
  await sql`DELETE FROM videos WHERE client_uuid = ${owner.clientUuid}`.execute(api.database.db);
  await pruneForAWeek();
  expect(await knownWords(owner.clientUuid)).toEqual([]);
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
  expect(await find("description:drift", owner)).toEqual(["Second"]);
});

test("tags are found by one or several prefixes, ignoring case, even if many tags have the same prefix", async () => {
  const owner = await api.addUser(["manager"]);
  await addVideo(api, owner, { title: "Sea", tags: ["Harbour", "Été 2026"] });
  await addVideo(api, owner, { title: "Land", tags: ["harvest", "50%_off"] });
  await addVideo(api, user, { title: "Theirs", tags: ["harbour"] });
  expect(await find("tags:HAR", owner)).toEqual(["Land", "Sea"]);
  expect(await find("tags:harb+été", owner)).toEqual(["Sea"]);
  expect(await find('tags:"ÉTÉ 2"', owner)).toEqual(["Sea"]);
  expect(await find("tags:arbour", owner)).toEqual([]);
  expect(await find("tags:50%_", owner)).toEqual(["Land"]);
  expect(await find("tags:5_%", owner)).toEqual([]);
  expect(await find("tags:harbour|:|été", owner)).toEqual(["Sea"]);
  const tags = Array.from({ length: 60 }, (_, at) => `haven${at}`);
  await addVideo(api, owner, { title: "Many", tags });
  expect(await find("tags:ha", owner)).toEqual(["Land", "Many", "Sea"]);
  expect(await find("tags:haven7+har", owner)).toEqual([]);
});

test("known tags follow changed videos, the trash and deleted videos", async () => {
  const owner = await api.addUser(["manager"]);
  const uuid = await addVideo(api, owner, { title: "Kept", tags: ["old", "light"] });
  await addVideo(api, owner, { title: "Other", tags: ["old"] });
  await owner.call(routes.updateVideo, { params: { id: uuid }, body: { tags: ["Beacon"] } });
  expect(await find("tags:bea", owner)).toEqual(["Kept"]);
  await owner.call(routes.deleteVideo, { params: { id: uuid } });
  await pruneForAWeek();
  expect(await knownTags(owner.clientUuid)).toEqual(["old"]);
  await owner.call(routes.restoreFromTrash, { params: { id: uuid } });
  expect(await find("tags:beacon", owner)).toEqual(["Kept"]);
  await sql`DELETE FROM videos WHERE client_uuid = ${owner.clientUuid}`.execute(api.database.db);
  await pruneForAWeek();
  expect(await knownTags(owner.clientUuid)).toEqual([]);
});
