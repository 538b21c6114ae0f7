import { randomUUID } from "node:crypto";
import { type ArrivalView, routes } from "@shoal/contract";
import { openMediaStore } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { expect } from "vitest";
import type { TestApi, TestUser } from "../../../../test-api.ts";

/** The bytes of a video, which are two chunks of an upload. */
export const FILM_BYTES = Buffer.alloc(5_000_700, "frames ");
export const SAMPLE_CUES = [{ startMs: 0, endMs: 2_000, text: "À la mer", settings: "" }];

/** Loads an archive and waits until it is finished. */
export async function waitForArrival(user: TestUser, url: string): Promise<ArrivalView> {
  const { uuid } = await user.call(routes.createArrival, { body: { url } });
  return endOf(user, uuid);
}

export function endOf(user: TestUser, uuid: string): Promise<ArrivalView> {
  return eventually(async () => {
    const found = (await user.call(routes.listArrivals, {})).find((each) => each.uuid === uuid);
    expect(found?.state).toMatch(/done|failed/);
    return found as ArrivalView;
  });
}

/** Exports the user's client. @returns the address of the archive. */
export async function exportedBy(api: TestApi, user: TestUser): Promise<string> {
  const { uuid: id } = await user.call(routes.createExit, {});
  await eventually(async () =>
    expect((await user.call(routes.listExits, {})).find(({ uuid }) => uuid === id)?.state).toBe("ready"),
  );
  const { url } = await user.call(routes.createExitLink, { params: { id } });
  return `${api.url}${new URL(url).pathname}`;
}

/** Gives a client an object of each kind that archives contain. */
export async function fillClient(api: TestApi, from: TestUser) {
  const { db } = api.database;
  const { clientUuid: client_uuid, userUuid } = from;
  const store = await openMediaStore(api.env.MEDIA_STORE ?? "");
  async function addVideo(title: string, own: object): Promise<string> {
    const { uuid } = await db
      .insertInto("videos")
      .values({
        client_uuid,
        user_uuid: userUuid,
        title,
        status: "encoded",
        input_qualities: '"shoalOptimization"',
        size_bytes: 6,
        chunk_count: 1,
        contiguous_chunks: 1,
        ...own,
      })
      .returning("uuid")
      .executeTakeFirstOrThrow();
    await store.put(`uploads/${uuid}/source`, Buffer.from("a film"));
    return uuid;
  }
  const { uuid: film } = await db
    .insertInto("videos")
    .values({
      client_uuid,
      user_uuid: userUuid,
      title: "Le port",
      tags: ["sea"],
      status: "encoded",
      input_qualities: '"shoalOptimization"',
      size_bytes: FILM_BYTES.length,
      chunk_count: 2,
      contiguous_chunks: 2,
      chapters: JSON.stringify([{ start: 0, title: "Début" }]),
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await store.put(`uploads/${film}/source`, FILM_BYTES);
  await db
    .insertInto("captions")
    .values({
      video_uuid: film,
      client_uuid,
      language: "fr",
      label: "Français",
      kind: "subtitles",
      origin: "uploaded",
      cues: JSON.stringify(SAMPLE_CUES),
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
  // These videos cover each way in which an archive can restrict who may watch.
  const locked = await addVideo("Locked", { password_hash: "scrypt$x" });
  const bought = await addVideo("Members", {});
  await db
    .insertInto("client_rules")
    .values({
      client_uuid,
      rules: JSON.stringify({ unauthorizedCountries: ["US"], streaming: "open" }),
    } as never)
    .execute();
  const { uuid: collection } = await from.call(routes.addCollection, {
    body: { name: "Members", rules: { authorizedCountries: ["FR"] } },
  });
  await db
    .insertInto("video_rules")
    .values({ video_uuid: bought, client_uuid, collection_uuid: collection, rules: "{}" } as never)
    .execute();
  const { uuid: team } = await db
    .insertInto("teams")
    .values({ client_uuid, name: "Cut", owner_uuid: userUuid, owner_name: from.username })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("team_members")
    .values({ client_uuid, team_uuid: team, user_uuid: userUuid, role: "admin" })
    .execute();
  const { uuid: room } = await db
    .selectFrom("chat_rooms")
    .select("uuid")
    .where("team_uuid", "=", team)
    .executeTakeFirstOrThrow();
  for (const position of [4, 9])
    await db
      .insertInto("chat_messages")
      .values({
        room_uuid: room,
        client_uuid,
        id: `m${position}`,
        position,
        seq: position,
        sender_uuid: userUuid,
        sender_name: from.username,
        text: `Message ${position}`,
        mentions: [],
        mention_uuids: [],
      } as never)
      .execute();

  return { film, locked, bought, drawing };
}
