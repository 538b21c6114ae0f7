import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ArrivalView, routes } from "@shoal/contract";
import { openMediaStore } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-rig.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
});
afterAll(() => api.close());

const FILM = Buffer.alloc(5_000_700, "frames ");
const CUES = [{ start: 0, end: 2, text: "À la mer" }];

async function ended(user: TestUser, url: string): Promise<ArrivalView> {
  const { uuid } = await user.call(routes.createArrival, { body: { url } });
  return eventually(async () => {
    const found = (await user.call(routes.listArrivals, {})).find((each) => each.uuid === uuid);
    expect(found?.state).toMatch(/done|failed/);
    return found as ArrivalView;
  });
}

test("what one client exports another one takes in: videos, captions, chapters, projects with comments and decisions", async () => {
  const { db } = api.database;
  const from = await api.addUser(["manager"]);
  const { clientUuid: client_uuid, userUuid } = from;
  const { uuid: film } = await db
    .insertInto("videos")
    .values({
      client_uuid,
      title: "Le port",
      tags: ["sea"],
      status: "encoded",
      input_qualities: '"optimized"',
      size_bytes: FILM.length,
      chunk_count: 2,
      contiguous_chunks: 2,
      chapters: JSON.stringify([{ start: 0, title: "Début" }]),
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const store = await openMediaStore(api.env.MEDIA_STORE ?? "");
  await store.put(`uploads/${film}/source`, FILM);
  await db
    .insertInto("captions")
    .values({
      video_uuid: film,
      client_uuid,
      language: "fr",
      label: "Français",
      kind: "subtitles",
      origin: "uploaded",
      cues: JSON.stringify(CUES),
      object: "none",
    } as never)
    .execute();
  const project_uuid = randomUUID();
  await db
    .insertInto("projects")
    .values({
      uuid: project_uuid,
      client_uuid,
      name: "Spot",
      owner_uuid: userUuid,
      owner_name: from.username,
    })
    .execute();
  await db
    .insertInto("project_versions")
    .values({
      project_uuid,
      client_uuid,
      number: 1,
      publisher_name: from.username,
      video_uuid: film,
      video_title: "Le port",
    })
    .execute();
  const first = randomUUID();
  const drawing = { shapes: [{ kind: "pin", at: [0.5, 0.5], color: "#ff0000", size: 0.01 }] };
  for (const [seq, uuid] of [first, randomUUID()].entries())
    await db
      .insertInto("comments")
      .values({
        uuid,
        client_uuid,
        project_uuid,
        version_number: 1,
        thread_uuid: first,
        thread_position: 1,
        position: seq + 1,
        seq: seq + 1,
        frame: 3,
        author_uuid: userUuid,
        author_name: from.username,
        text: seq === 0 ? "Too dark" : "Yes",
        drawing: seq === 0 ? JSON.stringify(drawing) : null,
        is_internal: false,
        mentions: [],
        mention_uuids: [],
      } as never)
      .execute();
  await db
    .insertInto("approval_decisions")
    .values({
      uuid: randomUUID(),
      project_uuid,
      client_uuid,
      version_number: 1,
      user_uuid: userUuid,
      username: from.username,
      decision: "approved",
      note: "",
    } as never)
    .execute();
  const { uuid: exit } = await from.call(routes.createExit, {});
  await eventually(async () =>
    expect((await from.call(routes.listExits, {})).find(({ uuid }) => uuid === exit)?.state).toBe("ready"),
  );
  const link = await from.call(routes.createExitLink, { params: { id: exit } });
  const url = `${api.url}${new URL(link.url).pathname}`;

  const to = await api.addUser(["manager"]);
  const arrival = await ended(to, url);
  expect(arrival).toMatchObject({ state: "done", fault: null, videoCount: 1, fileCount: 1, arrivedCount: 1 });

  const videos = await db.selectFrom("videos").selectAll().where("client_uuid", "=", to.clientUuid).execute();
  expect(videos).toMatchObject([
    {
      title: "Le port",
      tags: ["sea"],
      chapters: [{ start: 0, title: "Début" }],
      size_bytes: FILM.length,
      contiguous_chunks: 2,
    },
  ]);
  const now = videos[0]?.uuid ?? "";
  expect(now).not.toBe(film);
  expect(Buffer.from(await store.read(`uploads/${now}/source`)).equals(FILM)).toBe(true);
  const captions = await db
    .selectFrom("captions")
    .select(["video_uuid", "language", "label", "cues"])
    .where("client_uuid", "=", to.clientUuid)
    .execute();
  expect(captions).toEqual([{ video_uuid: now, language: "fr", label: "Français", cues: CUES }]);
  const [project] = (await to.call(routes.listProjects, { query: {} }))._embedded;
  expect(project?.name).toBe("Spot");
  const comments = await db
    .selectFrom("comments")
    .select(["uuid", "thread_uuid", "text", "drawing", "frame", "seq"])
    .where("client_uuid", "=", to.clientUuid)
    .orderBy("seq")
    .execute();
  expect(comments).toMatchObject([
    { text: "Too dark", drawing, frame: 3, seq: 1 },
    { text: "Yes", drawing: null, thread_uuid: comments[0]?.uuid, seq: 2 },
  ]);
  const decisions = await db
    .selectFrom("approval_decisions")
    .select("decision")
    .where("client_uuid", "=", to.clientUuid)
    .execute();
  expect(decisions).toEqual([{ decision: "approved" }]);
  const news = await db
    .selectFrom("project_events")
    .select("type")
    .where("client_uuid", "=", to.clientUuid)
    .execute();
  expect(news).toEqual([]);
  const codes = await fetch(`${api.url}/api/arrivals/${arrival.uuid}/codes`, {
    headers: { authorization: to.credential },
  });
  expect(await codes.text()).toContain(`${film},${now},Le port,/embed/${film},/embed/${now}`);
});

test("an archive that is none, or that cannot be read in parts, is refused by name and leaves nothing", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/whole") return void response.end("all of it");
    response.writeHead(206, { "content-range": "bytes 0-0/9000" });
    response.end("<".repeat(request.headers.range === "bytes=0-0" ? 1 : 512));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const user = await api.addUser(["manager"]);
  expect(await ended(user, `http://127.0.0.1:${port}/whole`)).toMatchObject({ fault: "no_ranges" });
  expect(await ended(user, `http://127.0.0.1:${port}/other`)).toMatchObject({ fault: "not_an_archive" });
  const videos = await api.database.db
    .selectFrom("videos")
    .select("uuid")
    .where("client_uuid", "=", user.clientUuid)
    .execute();
  expect(videos).toEqual([]);
  const editor = await api.addUser(["editor"], { clientOf: user });
  expect(await codeOf(editor.call(routes.createArrival, { body: { url: "https://example.org/a" } }))).toBe(
    "forbidden",
  );
  await new Promise((resolve) => server.close(resolve));
});
