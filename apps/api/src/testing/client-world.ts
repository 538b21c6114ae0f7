import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { ConfigSite } from "@shoal/contract";
import { sql } from "kysely";
import type { Database } from "../platform/database.ts";

/** A client with one of everything, all named with a word that appears nowhere else. */
export interface ClientWorld {
  /** Stands in every name, title and text. */
  marker: string;
  clientUuid: string;
  clientName: string;
  userUuid: string;
  sessionUuid: string;
  videoUuid: string;
  /** A live, which encoders publish with the client's own key. */
  liveUuid: string;
  /** A video in the trash. */
  trashedUuid: string;
  categoryUuid: string;
  iceSetUuid: string;
  streamingKeyUuid: string;
  exportLinkUuid: string;
  pictureUuid: string;
  outroUuid: string;
  sceneListUuid: string;
  configUuid: string;
  /** Of the config. */
  siteUuid: string;
  collectionUuid: string;
  /** Media on another CDN. */
  pluginVideoUuid: string;
  captionsUuid: string;
  fingerprint: string;
  /** Keys of links of a user who was only invited. */
  activationKey: string;
  passwordKey: string;
  email: string;
  emailKey: string;
}

/** @param passwordHash of all its users. */
export async function addClientWorld(db: Database, passwordHash: string): Promise<ClientWorld> {
  const marker = `marker${randomBytes(8).toString("hex")}`;
  const clientName = `Client ${marker}`;
  const { uuid: clientUuid } = await db
    .insertInto("clients")
    .values({
      name: clientName,
      type: "platform",
      export: true,
      company_name: marker,
      contact_email: `${marker}@example.org`,
      scenelist: true,
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const people = await addPeople(db, { clientUuid, marker, passwordHash });
  const things = await addThings(db, { clientUuid, marker, userUuid: people.userUuid });
  return { marker, clientUuid, clientName, ...people, ...things };
}

/** A manager who stays, and a user with a session and links. */
async function addPeople(db: Database, of: { clientUuid: string; marker: string; passwordHash: string }) {
  const shared = { client_uuid: of.clientUuid, password_hash: of.passwordHash, password_modified: true };
  await db
    .insertInto("users")
    .values({ ...shared, username: `manager-${of.marker}`, roles: ["manager"], activated_at: new Date() })
    .execute();
  const email = `user-${of.marker}@example.org`;
  const { uuid: userUuid } = await db
    .insertInto("users")
    .values({ ...shared, username: `user-${of.marker}`, name: of.marker, email, roles: ["editor"] })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const { uuid: sessionUuid } = await db
    .insertInto("sessions")
    .values({
      token_hash: randomBytes(32),
      user_uuid: userUuid,
      expires_at: inAnHour(),
      user_agent: of.marker,
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const [activationKey, passwordKey, emailKey] = [newKey(), newKey(), newKey()];
  const link = (key: string, purpose: "activation" | "password" | "email") => ({
    ...{ key_hash: createHash("sha256").update(key).digest(), purpose, email },
    ...{ user_uuid: userUuid, expires_at: inAnHour() },
  });
  await db
    .insertInto("account_links")
    .values([link(activationKey, "activation"), link(passwordKey, "password"), link(emailKey, "email")])
    .execute();
  return { userUuid, sessionUuid, activationKey, passwordKey, email, emailKey };
}

async function addThings(db: Database, of: { clientUuid: string; marker: string; userUuid: string }) {
  const { clientUuid, marker, userUuid } = of;
  const fingerprint = `fingerprint-${marker}`;
  const { uuid: videoUuid } = await db
    .insertInto("videos")
    .values({
      ...{
        client_uuid: clientUuid,
        user_uuid: userUuid,
        title: `Title ${marker}`,
        description: marker,
        fingerprint,
      },
      ...{
        tags: [marker],
        status: "uploading",
        input_qualities: '"shoalOptimization"',
        original_name: marker,
      },
      ...{ size_bytes: 5_000_005, chunk_count: 2, contiguous_chunks: 1 },
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("upload_chunks")
    .values({ video_uuid: videoUuid, number: 0, size_bytes: 5_000_000, sha256: randomBytes(32) })
    .execute();
  const captionsUuid = await addCaptions(db, { clientUuid, marker, videoUuid });
  const liveUuid = await addLive(db, of);
  const { uuid: trashedUuid } = await db
    .insertInto("videos")
    .values({
      ...{ client_uuid: clientUuid, user_uuid: userUuid, title: `Trashed ${marker}`, status: "encoded" },
      ...{ input_qualities: '"shoalOptimization"', trashed_at: new Date() },
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const { uuid: categoryUuid } = await db
    .insertInto("categories")
    .values({ client_uuid: clientUuid, name: marker })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const iceServers = JSON.stringify([{ urls: [`turn:${marker}.example.org`], username: marker }]);
  const { uuid: iceSetUuid } = await db
    .insertInto("client_ice_sets")
    .values({ client_uuid: clientUuid, name: marker, ice_servers: iceServers })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const streamingKeyUuid = await addStreamingKey(db, clientUuid, marker);
  const { uuid: exportLinkUuid } = await db
    .insertInto("export_links")
    .values({ client_uuid: clientUuid, video_uuid: videoUuid, name: marker })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("client_authorizations")
    .values({ client_uuid: clientUuid, authorized_videos: [videoUuid] })
    .execute();
  await addLog(db, of);
  const sceneListUuid = await addSceneList(db, { clientUuid, marker, videoUuid });
  const { pictureUuid, outroUuid } = await addOutro(db, of);
  const rules = await addRules(db, of);
  return {
    ...{
      videoUuid,
      liveUuid,
      trashedUuid,
      categoryUuid,
      iceSetUuid,
      streamingKeyUuid,
      exportLinkUuid,
      fingerprint,
    },
    ...{ pictureUuid, outroUuid, sceneListUuid, captionsUuid },
    ...rules,
  };
}

async function addLive(db: Database, of: { clientUuid: string; marker: string; userUuid: string }) {
  const { clientUuid: client_uuid, userUuid: user_uuid, marker } = of;
  const { uuid } = await db
    .insertInto("videos")
    .values({
      ...{ client_uuid, user_uuid, type: "live", title: `Live ${marker}`, status: "stopped" },
      input_qualities: '"shoalOptimization"',
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("lives")
    .values({
      ...{ client_uuid, video_uuid: uuid, live_type: "shoalRTMP", is_clients_own: true, seek_back_sec: 30 },
      // Nobody publishes with it: the client's own key is told.
      ...{ key_hash: randomBytes(32), sealed_key: marker },
    })
    .execute();
  return uuid;
}

async function addStreamingKey(db: Database, clientUuid: string, marker: string): Promise<string> {
  const { uuid } = await db
    .insertInto("client_streaming_keys")
    .values({ client_uuid: clientUuid, name: marker, public_key: marker })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return uuid;
}

async function addCaptions(db: Database, of: { clientUuid: string; marker: string; videoUuid: string }) {
  const { clientUuid, marker, videoUuid } = of;
  const { uuid } = await db
    .insertInto("captions")
    .values({
      ...{ video_uuid: videoUuid, client_uuid: clientUuid, language: "fr", label: marker, kind: "subtitles" },
      ...{ origin: "uploaded", cues: JSON.stringify([{ startMs: 0, endMs: 1, text: marker, settings: "" }]) },
      object: `videos/${videoUuid}/captions/${marker}.vtt`,
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return uuid;
}

async function addLog(db: Database, { clientUuid, marker }: { clientUuid: string; marker: string }) {
  await db
    .insertInto("logs")
    .values({
      client_uuid: clientUuid,
      client_name: marker,
      username: marker,
      type: "login",
      target: marker,
      status: 200,
    })
    .execute();
}

/** A picture of the bank that nothing shows, and an outro. */
async function addOutro(db: Database, { clientUuid, marker }: { clientUuid: string; marker: string }) {
  const { uuid: pictureUuid } = await db
    .insertInto("pictures")
    .values({
      ...{ client_uuid: clientUuid, name: marker, original_name: marker, original_size_bytes: 1 },
      ...{ state: "ready", width: 2, height: 2 },
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const { uuid: outroUuid } = await db
    .insertInto("outros")
    .values({ client_uuid: clientUuid, title: `Outro ${marker}`, description: marker })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return { pictureUuid, outroUuid };
}

const siteNamed = (name: string, uuid: string): ConfigSite => ({
  ...{ uuid, name, websites: [], publicIPs: [], subnets: ["203.0.113.0/24"], exchange: "only" },
});

/** A config with a site and a collection, which no video has yet, and media on another CDN. */
async function addRules(db: Database, { clientUuid, marker }: { clientUuid: string; marker: string }) {
  const named = { client_uuid: clientUuid, name: marker };
  const add = (table: "configs" | "collections" | "plugin_videos") =>
    db.insertInto(table).values(named).returning("uuid").executeTakeFirstOrThrow();
  const [config, collection] = [await add("configs"), await add("collections")];
  const siteUuid = randomUUID();
  await sql`UPDATE configs SET sites = ${JSON.stringify([siteNamed(marker, siteUuid)])} WHERE uuid = ${config.uuid}`.execute(
    db,
  );
  const { uuid: pluginVideoUuid } = await add("plugin_videos");
  return { configUuid: config.uuid, siteUuid, collectionUuid: collection.uuid, pluginVideoUuid };
}

/** A scene list of one scene that is being made. */
async function addSceneList(db: Database, of: { clientUuid: string; marker: string; videoUuid: string }) {
  const shared = { client_uuid: of.clientUuid, status: "segmented", input_qualities: '"x"' } as const;
  const rows = await db
    .insertInto("videos")
    .values([
      { ...shared, kind: "scene_list", title: `Scenes ${of.marker}`, description: of.marker },
      { ...shared, kind: "scene", title: `Scene ${of.marker}` },
    ])
    .returning("uuid")
    .execute();
  const [listUuid = "", mediaUuid = ""] = rows.map(({ uuid }) => uuid);
  await db.insertInto("scene_lists").values({ video_uuid: listUuid, client_uuid: of.clientUuid }).execute();
  await db
    .insertInto("scene_media")
    .values({
      ...{ video_uuid: mediaUuid, list_uuid: listUuid, origin_uuid: of.videoUuid, origin_title: of.marker },
      ...{ in_sec: 0, out_sec: 1, mode: "accurate", has_sound: true },
    })
    .execute();
  await db
    .insertInto("scenes")
    .values({ list_uuid: listUuid, position: 0, name: of.marker, media_uuid: mediaUuid })
    .execute();
  return listUuid;
}

const newKey = () => randomBytes(32).toString("base64url");
const inAnHour = () => new Date(Date.now() + 3_600_000);

/** A fingerprint of all that the client has; the same as long as nobody changed anything. */
export async function fingerprintOf(db: Database, { clientUuid }: ClientWorld): Promise<string> {
  const { rows } = await sql<{ text: string }>`SELECT md5(concat_ws('|',
    (SELECT string_agg(t::text, '|') FROM clients t WHERE uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM users t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY t.uuid) FROM sessions t JOIN users u ON u.uuid = t.user_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY key_hash) FROM account_links t JOIN users u ON u.uuid = t.user_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM videos t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY video_uuid) FROM lives t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM external_streams t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM live_archives t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM scene_lists t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY position) FROM scenes t JOIN videos v ON v.uuid = t.list_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM scene_media t JOIN videos v ON v.uuid = t.list_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM captions t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM categories t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY category_uuid) FROM video_categories t JOIN videos v ON v.uuid = t.video_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY number) FROM upload_chunks t JOIN videos v ON v.uuid = t.video_uuid WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM pictures t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM outros t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM client_ice_sets t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM client_streaming_keys t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM export_links t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM configs t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM collections t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY uuid) FROM plugin_videos t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|' ORDER BY video_uuid) FROM video_rules t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM client_rules t WHERE client_uuid = ${clientUuid}),
    (SELECT string_agg(t::text, '|') FROM client_authorizations t WHERE client_uuid = ${clientUuid})
  )) AS text`.execute(db);
  return rows[0]?.text ?? "";
}
