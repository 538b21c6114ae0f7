import { findDeletionDate } from "@shoal/domain";
import { sql } from "kysely";
import { createAuthRepository, hashPassword } from "../../apps/api/src/modules/accounts/auth/index.ts";
import type { Database } from "../../apps/api/src/platform/database.ts";
import {
  DEMO_ADMINISTRATOR,
  DEMO_CLIENTS,
  DEMO_PASSWORD,
  DEMO_USERS,
  type DemoClient,
  formatUserName,
  listDemoVideos,
  toSlug,
} from "./demo-data.ts";
import { addVideoOperations } from "./video-operations.ts";
import type { WatchedVideo } from "./watching.ts";
import { demoChapters } from "./watching-path.ts";

const VIDEOS_PER_CLIENT = 60;

export interface DemoAccount {
  clientName: string;
  username: string;
  role: string;
}

/** Adds the demo clients with users of each role and videos. Data of an earlier seed is left unchanged. */
export async function addDemoAccounts(
  db: Database,
): Promise<{ accounts: DemoAccount[]; watched: WatchedVideo[] }> {
  const accounts: DemoAccount[] = [];
  const watched: WatchedVideo[] = [];
  for (const [index, client] of DEMO_CLIENTS.entries()) {
    const slug = toSlug(client);
    const isNew = !(await createAuthRepository(db).findByUsername(slug));
    const clientUuid = await createAuthRepository(db).ensureClient(client.name);
    if (isNew) await describeClient(db, clientUuid, client, index);
    for (const { suffix, department, roles, isInvited } of DEMO_USERS) {
      const username = `${slug}${suffix}`;
      const label = formatUserName(client, { department });
      const userUuid = await ensureUser(db, { clientUuid, username, label, roles, isInvited, client });
      // Pages of plugin clients play media on third-party CDNs, which `addPluginMedia` adds.
      const isUploader = isNew && suffix === "" && client.type !== "plugin";
      if (isUploader) watched.push(...(await addVideos(db, clientUuid, userUuid)));
      if (!isInvited) accounts.push({ clientName: client.name, username, role: roles.join(", ") });
    }
  }
  const administrator = await ensureAdministrator(db);
  watched.push(...administrator.watched);
  return { accounts: [...accounts, administrator.account], watched };
}

/** Finds or creates the user who edits the first demo client's videos. Adds nothing else to that client. */
export async function ensureDemoEditor(db: Database): Promise<DemoAccount> {
  const client = DEMO_CLIENTS[0] as DemoClient;
  const editor = DEMO_USERS.find(({ roles }) => roles.includes("editor")) as (typeof DEMO_USERS)[number];
  const clientUuid = await createAuthRepository(db).ensureClient(client.name);
  const username = `${toSlug(client)}${editor.suffix}`;
  await ensureUser(db, {
    clientUuid,
    username,
    label: formatUserName(client, editor),
    roles: editor.roles,
    client,
  });
  return { clientName: client.name, username, role: editor.roles.join(", ") };
}

/** Adds contact data and flags to a client and, for one of them, a scheduled deletion. */
async function describeClient(
  db: Database,
  clientUuid: string,
  client: DemoClient,
  index: number,
): Promise<void> {
  const slug = toSlug(client);
  await db
    .updateTable("clients")
    .set({
      type: client.type,
      ...client.flags,
      company_name: `${client.name} SAS`,
      siret: String(90_000_000_000_011 + index * 1_000_000),
      contact_email: `contact@${slug}.example`,
      // These numbers are reserved for fiction.
      phone: `+33 1 99 00 ${String(10 + index)} 00`,
      postal_address: `${index + 1} quai de la Marée, ${client.city}`,
      contract_number: `D-${String(2_001 + index)}`,
      is_contract_signed: index % 2 === 0,
      has_bank_details: index % 3 === 0,
      ...(client.isLeaving ? { data_to_delete: true, deletion_at: findDeletionDate(null, new Date()) } : {}),
    })
    .where("uuid", "=", clientUuid)
    .execute();
}

interface DemoUser {
  clientUuid: string;
  username: string;
  label: string;
  roles: (typeof DEMO_USERS)[number]["roles"];
  isInvited?: true | undefined;
  client: Pick<DemoClient, "language">;
}

async function ensureUser(db: Database, user: DemoUser): Promise<string> {
  const { clientUuid, username, label, roles, isInvited, client } = user;
  const known = await createAuthRepository(db).findByUsername(username);
  if (known) return known.uuid;
  const passwordHash = isInvited ? null : await hashPassword(DEMO_PASSWORD);
  const now = isInvited ? null : new Date();
  const { uuid } = await db
    .insertInto("users")
    .values({
      client_uuid: clientUuid,
      username,
      name: label,
      email: `${username}@example.org`,
      roles,
      language: client.language,
      password_hash: passwordHash,
      password_modified: !isInvited,
      activated_at: now,
      email_verified_at: now,
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  return uuid;
}

/** Adds an administrator who also has videos, because the video list is the first screen that an administrator sees. */
async function ensureAdministrator(db: Database): Promise<{ account: DemoAccount; watched: WatchedVideo[] }> {
  const { username, clientName } = DEMO_ADMINISTRATOR;
  const isNew = !(await createAuthRepository(db).findByUsername(username));
  const clientUuid = await createAuthRepository(db).ensureClient(clientName);
  const userUuid = await ensureUser(db, {
    clientUuid,
    username,
    label: clientName,
    roles: ["admin"],
    client: { language: "EN" },
  });
  const watched = isNew ? await addVideos(db, clientUuid, userUuid) : [];
  return { account: { clientName, username, role: "admin" }, watched };
}

async function addVideos(db: Database, clientUuid: string, userUuid: string): Promise<WatchedVideo[]> {
  const demo = listDemoVideos(VIDEOS_PER_CLIENT);
  const rows = await db
    .insertInto("videos")
    .values(
      demo.map((video) => ({
        client_uuid: clientUuid,
        user_uuid: userUuid,
        title: video.title,
        tags: video.tags,
        status: video.status,
        error_type: video.errorType,
        encoding_percent: video.encodingPercent,
        uploading_percent: video.uploadingPercent,
        duration_sec: video.durationSec,
        chapters: JSON.stringify(demoChapters(video.durationSec)),
        input_qualities: JSON.stringify("shoalOptimization"),
        // Without a source, the video would be an upload to which no browser sends chunks, and would soon count as failed.
        source_url: video.status === "uploading" ? "https://media.example.com/harbour.mp4" : null,
        created_at: sql<Date>`now() - ${sql.lit(`${video.ageHours} hours`)}::interval`,
      })),
    )
    .returning(["uuid", "duration_sec"])
    .execute();
  await addVideoOperations(
    db,
    clientUuid,
    rows.map(({ uuid }) => uuid),
  );
  return rows.map((row, index) => ({
    uuid: row.uuid,
    clientUuid,
    sessions: demo[index]?.sessions ?? 0,
    durationSec: row.duration_sec ?? 60,
  }));
}
