import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { ConfigSite } from "@shoal/contract";
import { type InsertQueryNode, type QueryCreator, sql, ValuesNode } from "kysely";
import { makeReport } from "../modules/insight/footprint/index.ts";
import type { Database } from "../platform/database.ts";
import type { Schema } from "../platform/schema.ts";
import type { FixtureOwner, TableInsert } from "./fixtures.ts";
import { MODULE_FIXTURES } from "./module-fixtures.ts";

/** The month for which every client has a footprint report. */
export const REPORTED_MONTH = "2021-05";

/** A client with one object of every kind, all named with a word that appears nowhere else. */
export interface PopulatedClient extends FixtureOwner {
  clientName: string;
  sessionUuid: string;
  videoUuid: string;
  /** A live, which encoders publish with the client's own key. */
  liveUuid: string;
  /** A video in the trash. */
  trashedUuid: string;
  categoryUuid: string;
  iceSetUuid: string;
  streamingKeyUuid: string;
  apiKeyUuid: string;
  apiKeySecret: string;
  exportLinkUuid: string;
  pictureUuid: string;
  outroUuid: string;
  sceneListUuid: string;
  configUuid: string;
  /** The site of the config. */
  siteUuid: string;
  collectionUuid: string;
  /** Media on another CDN. */
  pluginVideoUuid: string;
  captionsUuid: string;
  /** An open alert. */
  alertUuid: string;
  fingerprint: string;
  /** Keys of the links of an invited user. */
  activationKey: string;
  passwordKey: string;
  email: string;
  emailKey: string;
}

/** The maximum number of clients created in one batch: a single client takes 14 ms, each of a batch of sixteen 5 ms. */
const CLIENTS_PER_BATCH = 16;

/**
 * Creates populated clients in batches, for tests that need hundreds.
 * @param passwordHash the hash of the password that all users have.
 * @example const nextClient = createPopulatedClients(db, hash); const populated = await nextClient();
 */
export function createPopulatedClients(db: Database, passwordHash: string): () => Promise<PopulatedClient> {
  const stock: PopulatedClient[] = [];
  let filling: Promise<void> | undefined;
  const fill = async () =>
    void stock.push(...(await addPopulatedClients(db, passwordHash, CLIENTS_PER_BATCH)));
  return async () => {
    for (;;) {
      const world = stock.pop();
      if (world) return world;
      filling ??= fill().finally(() => {
        filling = undefined;
      });
      await filling;
    }
  };
}

async function addPopulatedClients(
  db: Database,
  passwordHash: string,
  count: number,
): Promise<PopulatedClient[]> {
  const worlds = Array.from({ length: count }, newPopulatedClient);
  const inserts = worlds.map((world) => [
    ...client(db, world),
    ...insertPeople(db, world, passwordHash),
    ...fixturesOf(db, world),
  ]);
  await insertTogether(db, joinInserts(inserts));
  return worlds;
}

function newPopulatedClient(): PopulatedClient {
  const marker = `marker${randomBytes(8).toString("hex")}`;
  return {
    marker,
    clientUuid: randomUUID(),
    clientName: `Client ${marker}`,
    userUuid: randomUUID(),
    managerUuid: randomUUID(),
    thingUuid: randomUUID(),
    sessionUuid: randomUUID(),
    videoUuid: randomUUID(),
    liveUuid: randomUUID(),
    trashedUuid: randomUUID(),
    categoryUuid: randomUUID(),
    iceSetUuid: randomUUID(),
    streamingKeyUuid: randomUUID(),
    apiKeyUuid: randomUUID(),
    apiKeySecret: newKey(),
    exportLinkUuid: randomUUID(),
    pictureUuid: randomUUID(),
    outroUuid: randomUUID(),
    sceneListUuid: randomUUID(),
    configUuid: randomUUID(),
    siteUuid: randomUUID(),
    collectionUuid: randomUUID(),
    pluginVideoUuid: randomUUID(),
    captionsUuid: randomUUID(),
    alertUuid: randomUUID(),
    fingerprint: `fingerprint-${marker}`,
    activationKey: newKey(),
    passwordKey: newKey(),
    email: `user-${marker}@example.org`,
    emailKey: newKey(),
  };
}

/** Joins the rows that the clients have in the same table into one insertion. */
function joinInserts(ofWorlds: readonly TableInsert[][]): InsertQueryNode[] {
  const [first = [], ...others] = ofWorlds.map((inserts) =>
    inserts.map((insert) => insert.toOperationNode()),
  );
  return first.flatMap((node, index) => {
    const same = others.flatMap((nodes) => nodes[index] ?? []);
    const nodes = [node, ...same];
    const values = nodes.flatMap(({ values: rows }) => (rows && ValuesNode.is(rows) ? rows.values : []));
    // Insertions whose values come from a SELECT are not joined.
    return values.length < nodes.length ? nodes : { ...node, values: ValuesNode.create(values) };
  });
}

/**
 * Runs insertions as one statement, in which they may refer to each other in any order. Hundreds of clients are created, and thirty
 * statements for each took longer than the tested calls.
 */
export async function insertTogether(db: Database, inserts: readonly InsertQueryNode[]): Promise<void> {
  const together = inserts.reduce<QueryCreator<Schema>>(
    (query, node, index) => query.with(`insert_${index}`, () => toInsert(node)) as QueryCreator<Schema>,
    db,
  );
  await together.selectNoFrom(sql.lit(1).as("done")).execute();
}

/** Kysely uses nothing else of a nested query. */
const toInsert = (node: InsertQueryNode) => ({ toOperationNode: () => node }) as unknown as TableInsert;

const client = (db: Database, { clientUuid, clientName, marker }: PopulatedClient): TableInsert[] => [
  db.insertInto("clients").values({
    uuid: clientUuid,
    name: clientName,
    type: "platform",
    export: true,
    vireed: true,
    company_name: marker,
    contact_email: `${marker}@example.org`,
    scenelist: true,
  }),
];

/** Creates a permanent manager, and a user with a session and links. */
function insertPeople(db: Database, world: PopulatedClient, passwordHash: string): TableInsert[] {
  const { clientUuid, marker, userUuid, email } = world;
  const shared = { client_uuid: clientUuid, password_hash: passwordHash, password_modified: true };
  const link = (key: string, purpose: "activation" | "password" | "email") => ({
    key_hash: createHash("sha256").update(key).digest(),
    purpose,
    email,

    user_uuid: userUuid,
    expires_at: oneHourFromNow(),
  });
  return [
    db.insertInto("users").values({
      ...shared,
      uuid: world.managerUuid,
      username: `manager-${marker}`,
      roles: ["manager"],
      activated_at: new Date(),
    }),
    db.insertInto("users").values({
      ...shared,
      uuid: userUuid,
      username: `user-${marker}`,
      name: marker,
      email,
      roles: ["editor"],
    }),
    db.insertInto("sessions").values({
      uuid: world.sessionUuid,
      token_hash: randomBytes(32),
      user_uuid: userUuid,
      expires_at: oneHourFromNow(),
      user_agent: marker,
    }),
    db
      .insertInto("account_links")
      .values([
        link(world.activationKey, "activation"),
        link(world.passwordKey, "password"),
        link(world.emailKey, "email"),
      ]),
  ];
}

const fixturesOf = (db: Database, world: PopulatedClient): TableInsert[] => [
  ...insertVideos(db, world),
  ...insertLive(db, world),
  ...nonVideoRows(db, world),
  ...sceneList(db, world),
  ...insertRules(db, world),
  footprintReport(db, world),
  ...MODULE_FIXTURES.flatMap(({ insertsFor }) => insertsFor(db, world)),
];

/** Creates a half-uploaded video with captions, and a video in the trash. */
function insertVideos(db: Database, world: PopulatedClient): TableInsert[] {
  const { marker, videoUuid } = world;
  const shared = { client_uuid: world.clientUuid, user_uuid: world.userUuid };
  return [
    db.insertInto("videos").values({
      ...shared,
      uuid: videoUuid,
      title: `Title ${marker}`,
      description: marker,

      fingerprint: world.fingerprint,
      tags: [marker],
      status: "uploading",

      input_qualities: '"shoalOptimization"',
      original_name: marker,

      size_bytes: 5_000_005,
      chunk_count: 2,
      contiguous_chunks: 1,
    }),
    db.insertInto("upload_chunks").values({
      video_uuid: videoUuid,
      number: 0,
      size_bytes: 5_000_000,
      sha256: randomBytes(32),
    }),
    db.insertInto("captions").values({
      uuid: world.captionsUuid,
      video_uuid: videoUuid,
      client_uuid: world.clientUuid,

      language: "fr",
      label: marker,
      kind: "subtitles",
      origin: "uploaded",
      cues: JSON.stringify([{ startMs: 0, endMs: 1, text: marker, settings: "" }]),
      object: `videos/${videoUuid}/captions/${marker}.vtt`,
    }),
    db.insertInto("videos").values({
      ...shared,
      uuid: world.trashedUuid,
      title: `Trashed ${marker}`,
      status: "encoded",

      input_qualities: '"shoalOptimization"',
      trashed_at: new Date(),
    }),
  ];
}

function insertLive(
  db: Database,
  { clientUuid, userUuid, liveUuid, marker }: PopulatedClient,
): TableInsert[] {
  return [
    db.insertInto("videos").values({
      uuid: liveUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      type: "live",

      title: `Live ${marker}`,
      status: "stopped",
      input_qualities: '"shoalOptimization"',
    }),
    db.insertInto("lives").values({
      client_uuid: clientUuid,
      video_uuid: liveUuid,
      live_type: "shoalRTMP",

      is_clients_own: true,
      seek_back_sec: 30,
      // The key is not used for publishing, since the client's own key is shown.

      key_hash: randomBytes(32),
      sealed_key: marker,
    }),
  ];
}

/** Inserts a client's other data: labels, keys, links, a log entry and an unused picture. */
function nonVideoRows(db: Database, world: PopulatedClient): TableInsert[] {
  const { clientUuid: client_uuid, marker, videoUuid } = world;
  const iceServers = JSON.stringify([{ urls: [`turn:${marker}.example.org`], username: marker }]);
  return [
    db.insertInto("categories").values({ uuid: world.categoryUuid, client_uuid, name: marker }),
    db
      .insertInto("client_ice_sets")
      .values({ uuid: world.iceSetUuid, client_uuid, name: marker, ice_servers: iceServers }),
    db
      .insertInto("client_streaming_keys")
      .values({ uuid: world.streamingKeyUuid, client_uuid, name: marker, public_key: marker }),
    db.insertInto("api_keys").values({
      uuid: world.apiKeyUuid,
      client_uuid,
      type: "analytics",
      description: marker,
      fixed_parameters: '{"videos":[]}',
      secret_hash: createHash("sha256").update(world.apiKeySecret).digest(),
    }),
    db.insertInto("alerts").values({
      uuid: world.alertUuid,
      client_uuid,
      kind: "errors",
      subject: marker,
      subject_title: marker,

      is_ours: false,
      phase: "open",
      threshold: 10,
      worst: 80,
      last: 40,

      since: new Date(),
      judged_until: new Date(),
      opened_at: new Date(),
    }),
    // The row has no revision, so that a test's call creates the first one.
    db.insertInto("proof_modes").values({
      client_uuid,
      is_on: true,
      share_pct: 7,
      limit_gb: 50,
      revision: 0,
      started_at: new Date(),

      consent_by: marker,
      consent_at: new Date(),
      stop_reason: null,
      stop_value: null,
      stopped_at: null,
    }),
    db
      .insertInto("export_links")
      .values({ uuid: world.exportLinkUuid, client_uuid, video_uuid: videoUuid, name: marker }),
    db.insertInto("client_authorizations").values({ client_uuid, authorized_videos: [videoUuid] }),
    db.insertInto("logs").values({
      client_uuid,
      client_name: marker,
      username: marker,
      type: "login",
      target: marker,
      status: 200,
    }),
    db.insertInto("pictures").values({
      uuid: world.pictureUuid,
      client_uuid,
      name: marker,
      original_name: marker,

      original_size_bytes: 1,
      state: "ready",
      width: 2,
      height: 2,
    }),
    db
      .insertInto("outros")
      .values({ uuid: world.outroUuid, client_uuid, title: `Outro ${marker}`, description: marker }),
  ];
}

const createSite = ({ marker, siteUuid }: PopulatedClient): ConfigSite => ({
  uuid: siteUuid,
  name: marker,
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "only",
});

/** Inserts a config with a site and an unused collection, and media on another CDN. */
function insertRules(db: Database, world: PopulatedClient): TableInsert[] {
  const named = { client_uuid: world.clientUuid, name: world.marker };
  return [
    db
      .insertInto("configs")
      .values({ ...named, uuid: world.configUuid, sites: JSON.stringify([createSite(world)]) }),
    db.insertInto("collections").values({ ...named, uuid: world.collectionUuid }),
    db.insertInto("plugin_videos").values({ ...named, uuid: world.pluginVideoUuid }),
  ];
}

/** Inserts the footprint report of a month with one hour of viewing. */
function footprintReport(db: Database, { clientUuid, marker }: PopulatedClient): TableInsert {
  const amount = { hours: 1, deliveredGb: 1, peerGb: 0.5, uploadedGb: 0.4 };
  const consumption = [{ country: "FR", device: "laptop", network: "fixed", ...amount } as const];
  const input = { month: REPORTED_MONTH, timeZone: "UTC", methodId: "shoal-2026", consumption } as const;
  const report = makeReport({ ...input, nowMs: Date.now() }, { revision: 1, reason: "closed" as const });
  return db.insertInto("footprint_reports").values({
    client_uuid: clientUuid,
    month: REPORTED_MONTH,
    method: "shoal-2026",
    revision: 1,

    reason: "closed",
    made_at: new Date(),
    report: JSON.stringify({ ...report, gridSource: marker }),
  });
}

/** Inserts a scene list with one scene that is being encoded. */
function sceneList(
  db: Database,
  { clientUuid, marker, sceneListUuid, videoUuid }: PopulatedClient,
): TableInsert[] {
  const shared = { client_uuid: clientUuid, status: "segmented", input_qualities: '"x"' } as const;
  const mediaUuid = randomUUID();
  return [
    db.insertInto("videos").values([
      {
        ...shared,
        uuid: sceneListUuid,
        kind: "scene_list" as const,

        title: `Scenes ${marker}`,
        description: marker,
      },
      { ...shared, uuid: mediaUuid, kind: "scene", title: `Scene ${marker}` },
    ]),
    db.insertInto("scene_lists").values({ video_uuid: sceneListUuid, client_uuid: clientUuid }),
    db.insertInto("scene_media").values({
      video_uuid: mediaUuid,
      list_uuid: sceneListUuid,
      origin_uuid: videoUuid,
      origin_title: marker,

      in_sec: 0,
      out_sec: 1,
      mode: "accurate",
      has_sound: true,
    }),
    db
      .insertInto("scenes")
      .values({ list_uuid: sceneListUuid, position: 0, name: marker, media_uuid: mediaUuid }),
  ];
}

const newKey = () => randomBytes(32).toString("base64url");
const oneHourFromNow = () => new Date(Date.now() + 3_600_000);
