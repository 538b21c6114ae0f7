import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type ImportView, routes } from "@shoal/contract";
import { eventually, freePorts } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test-api.ts";

const LINE_COUNT = 100_000;
const KILL_COUNT = 3;
/** The number of files that arrive while the process is down. */
const ARRIVED_WHILE_DOWN = 60;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

/** Starts the api as a separate process. When it has died, its leases are released as if two minutes had passed. */
async function startProcess() {
  const [port] = await freePorts(1);
  const main = join(import.meta.dirname, "../../../main.ts");
  const child = fork(main, { env: { ...process.env, ...api.env, PORT: String(port) }, stdio: "ignore" });
  return {
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
      await sql`UPDATE imports SET claimed_until = now()`.execute(api.database.db);
    },
  };
}

test("an import of 100,000 lines, 1,000 of them broken, is complete although the api is killed while reading and running it", async () => {
  const user = await api.addUser(["editor"]);
  const { db } = api.database;
  const list = Array.from({ length: LINE_COUNT }, (_, n) =>
    n % 100 === 7 ? `nowhere-${n},Broken ${n}` : `https://media.example.org/${n}.mp4,Film ${n}`,
  );
  const form = new FormData();
  form.set("file", new Blob([`url,title\n${list.join("\n")}`]), "films.csv");
  const response = await fetch(`${api.url}/api/imports`, {
    method: "POST",
    headers: { authorization: user.credential },
    body: form,
  });
  expect(response.status).toBe(201);
  const made = (await response.json()) as ImportView;
  const params = { id: made.uuid };
  const countOf = async (table: "import_items" | "videos") => {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}
      WHERE client_uuid = ${user.clientUuid}`.execute(db);
    return rows[0]?.count ?? 0;
  };

  await api.restart(async () => {
    for (let kill = 1; kill <= KILL_COUNT; kill++) {
      const before = await countOf("import_items");
      const running = await startProcess();
      await eventually(async () => (await countOf("import_items")) > before || before === LINE_COUNT);
      await running.kill();
    }
  });
  await eventually(async () => (await user.call(routes.getImport, { params })).state !== "reading");
  expect(await user.call(routes.getImport, { params })).toMatchObject({
    state: "ready",
    counts: { waiting: LINE_COUNT - LINE_COUNT / 100, broken: LINE_COUNT / 100 },
  });
  const { rows: numbers } = await sql<{ first: number; last: number; lines: number }>`
    SELECT min(number) AS first, max(number) AS last, count(DISTINCT line)::int AS lines
    FROM import_items WHERE import_uuid = ${made.uuid}`.execute(db);
  expect(numbers).toEqual([{ first: 1, last: LINE_COUNT, lines: LINE_COUNT }]);

  await user.call(routes.startImport, { params });
  /** Reports all files as fetched, in place of workers. */
  const arrive = () =>
    sql`UPDATE videos SET size_bytes = 1, chunk_count = 1, contiguous_chunks = 1
      WHERE client_uuid = ${user.clientUuid} AND contiguous_chunks IS DISTINCT FROM 1`.execute(db);
  await api.restart(async () => {
    for (let kill = 1; kill <= KILL_COUNT; kill++) {
      const running = await startProcess();
      await eventually(async () => {
        await arrive();
        return (await countOf("videos")) >= (ARRIVED_WHILE_DOWN * kill) / KILL_COUNT;
      });
      await running.kill();
    }
  });
  await user.call(routes.cancelImport, { params });
  const { rows: videos } = await sql<{ title: string; lines: number }>`
    SELECT videos.title, count(import_items.number)::int AS lines FROM videos
    LEFT JOIN import_items ON import_items.video_uuid = videos.uuid
    WHERE videos.client_uuid = ${user.clientUuid} GROUP BY videos.uuid, videos.title`.execute(db);
  expect(videos.length).toBeGreaterThanOrEqual(ARRIVED_WHILE_DOWN);
  expect(videos.filter(({ lines }) => lines !== 1)).toEqual([]);
  expect(new Set(videos.map(({ title }) => title)).size).toBe(videos.length);
});
