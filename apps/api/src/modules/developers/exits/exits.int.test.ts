import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { CLIENT_VIEW_HEADER, EXIT_KINDS, type ExitLink, routes } from "@shoal/contract";
import { FolderStore, openMediaStore } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";

let api: TestApi;
let owner: TestUser;
let folder: string;
const FILM_BYTES = Buffer.from("not a film, but these bytes alone".repeat(40));
beforeAll(async () => {
  api = await startTestApi();
  folder = await mkdtemp(join(tmpdir(), "shoal-exit-"));
  owner = await api.addUser(["manager"]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api.close();
});

async function addFilm(user: TestUser, title: string, bytes: Buffer | undefined): Promise<string> {
  const { uuid } = await api.database.db
    .insertInto("videos")
    .values({
      client_uuid: user.clientUuid,
      title,
      status: "encoded",
      input_qualities: "{}",
      size_bytes: FILM_BYTES.length,
      chunk_count: 1,
      contiguous_chunks: 1,
      chapters: JSON.stringify([{ start: 0, title: "Début" }]),
      password_hash: "scrypt$secret",
      sealed_source_url: "sealed$secret",
    })
    .returning("uuid")
    .executeTakeFirstOrThrow();
  const store = await openMediaStore(api.env.MEDIA_STORE ?? "");
  if (bytes) await store.put(`uploads/${uuid}/source`, bytes);
  return uuid;
}

async function makeArchive(user: TestUser): Promise<string> {
  const { uuid } = await user.call(routes.createExit, {});
  await eventually(async () => {
    const found = (await user.call(routes.listExits, {})).find((each) => each.uuid === uuid);
    expect(found?.state).toBe("ready");
  });
  return uuid;
}
async function createLinkTo(user: TestUser, id: string): Promise<string> {
  const { url } = await user.call(routes.createExitLink, { params: { id } });
  return `${api.url}${new URL(url).pathname}`;
}

test("an archive contains the client's data and files with checksums, but no secrets and no data of other clients", async () => {
  const other = await api.addUser(["manager"]);
  await addFilm(other, "Somebody else's", FILM_BYTES);
  const film = await addFilm(owner, "Le port", FILM_BYTES);
  const gone = await addFilm(owner, "Without its file", undefined);
  const id = await makeArchive(owner);
  // The snapshot was taken before this video, so the archive must not contain it.
  await addFilm(owner, "Later", FILM_BYTES);
  const url = await createLinkTo(owner, id);
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  const archive = join(folder, "exit.tar");
  await writeFile(archive, whole);
  await promisify(execFile)("tar", ["-xf", archive, "-C", folder]);
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as {
    files: { path: string; kind: string; bytes: number; sha256: string }[];
  };
  for (const { path, bytes, sha256 } of manifest.files) {
    const content = await readFile(join(folder, path));
    expect([content.length, createHash("sha256").update(content).digest("hex")], path).toEqual([
      bytes,
      sha256,
    ]);
  }
  for (const kind of EXIT_KINDS) expect(manifest.files.map((file) => file.kind)).toContain(kind);
  expect((await readFile(join(folder, `media/${film}/original`))).equals(FILM_BYTES)).toBe(true);
  expect(manifest.files.some(({ path }) => path.includes(`media/${gone}`))).toBe(false);
  const videos = (await readFile(join(folder, "data/videos/00001.ndjson"), "utf8")).trim().split("\n");
  const titles = videos.map((line) => (JSON.parse(line) as { title: string }).title).toSorted();
  expect(titles).toEqual(["Le port", "Without its file"]);
  for (const word of ["secret", "password", "Somebody else", "argon2"])
    expect(whole.includes(word), word).toBe(false);

  // An interrupted download can be continued.
  const first = await fetch(url, { headers: { range: "bytes=0-1999" } });
  const etag = first.headers.get("etag") ?? "";
  const rest = await fetch(url, { headers: { range: "bytes=2000-", "if-range": etag } });
  expect([first.status, rest.status]).toEqual([206, 206]);
  expect(rest.headers.get("content-range")).toBe(`bytes 2000-${whole.length - 1}/${whole.length}`);
  const joined = Buffer.concat([
    Buffer.from(await first.arrayBuffer()),
    Buffer.from(await rest.arrayBuffer()),
  ]);
  expect(joined.equals(whole)).toBe(true);
  expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416);
});

test("an archive fails with a mail if media cannot be read for an hour, and succeeds once they can", async () => {
  const client = await api.addUser(["manager"]);
  await sql`UPDATE users SET email_verified_at = now() WHERE uuid = ${client.userUuid}`.execute(
    api.database.db,
  );
  const film = await addFilm(client, "Unreadable", undefined);
  const store = new FolderStore(api.env.MEDIA_STORE ?? "");
  const place = store.localPath(`uploads/${film}/source`);
  await mkdir(dirname(place), { recursive: true });
  // A symbolic link to itself cannot be read, so reading this file fails.
  await symlink(place, place);
  const { uuid } = await client.call(routes.createExit, {});
  const exit = () => client.call(routes.listExits, {}).then(([only]) => only);
  await eventually(async () => {
    const { rows } = await sql<{ attempts: number }>`SELECT attempts FROM exits WHERE uuid = ${uuid}`.execute(
      api.database.db,
    );
    expect(rows[0]?.attempts).toBe(1);
  });
  expect((await exit())?.state).toBe("making");
  await sql`UPDATE exits SET attempts = 11, claimed_until = now() WHERE uuid = ${uuid}`.execute(
    api.database.db,
  );
  await eventually(async () => {
    expect(await exit()).toMatchObject({ state: "failed", fault: "media_unreadable", fileCount: 0 });
    expect(await mailsTo()).toContain("View archives");
  });
  expect(await codeOf(client.call(routes.createExitLink, { params: { id: uuid } }))).toBe("exit_not_found");
  await rm(place);
  await store.put(`uploads/${film}/source`, FILM_BYTES);
  await makeArchive(client);
  await eventually(async () => expect(await mailsTo()).toContain("Download archive"));

  async function mailsTo(): Promise<string> {
    const mails = join(api.folder, "mails");
    const names = await readdir(mails).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(mails, name), "utf8")));
    return texts.filter((text) => text.includes(client.username)).join("");
  }
});

test("an unfinished upload is listed without the bytes that have arrived", async () => {
  const client = await api.addUser(["manager"]);
  const half = await addFilm(client, "Half of it", FILM_BYTES);
  await sql`UPDATE videos SET status = 'uploading', chunk_count = 2 WHERE uuid = ${half}`.execute(
    api.database.db,
  );
  const whole = await (await fetch(await createLinkTo(client, await makeArchive(client)))).text();
  expect(whole).toContain("Half of it");
  expect(whole).not.toContain(`media/${half}`);
});

test("a link ends when another is created or the archive is deleted, and only managers can create one", async () => {
  const id = await makeArchive(owner);
  const first = await createLinkTo(owner, id);
  const second = await createLinkTo(owner, id);
  expect((await fetch(first)).status).toBe(404);
  expect((await fetch(second, { headers: { range: "bytes=0-9" } })).status).toBe(206);
  await owner.call(routes.deleteExit, { params: { id } });
  expect((await fetch(second)).status).toBe(404);
  const editor = await api.addUser(["editor"], { clientOf: owner });
  expect(await codeOf(editor.call(routes.createExit, {}))).toBe("forbidden");
});

test("a link ends when its creator loses the right to create links", async () => {
  const id = await makeArchive(owner);
  const colleague = await api.addUser(["manager"], { clientOf: owner });
  const admin = await api.addUser(["admin"]);
  const statusOf = async (url: string) => (await fetch(url, { headers: { range: "bytes=0-9" } })).status;
  const { db } = api.database;
  const ofColleague = await createLinkTo(colleague, id);
  expect(await statusOf(ofColleague)).toBe(206);
  await db
    .updateTable("users")
    .set({ roles: ["editor"] })
    .where("uuid", "=", colleague.userUuid)
    .execute();
  expect(await statusOf(ofColleague)).toBe(404);
  await db.deleteFrom("users").where("uuid", "=", colleague.userUuid).execute();
  expect(await statusOf(ofColleague)).toBe(404);
  const viewing = await fetch(`${api.url}/api/exits/${id}/link`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.credential}`, [CLIENT_VIEW_HEADER]: owner.clientUuid },
  });
  const { url } = (await viewing.json()) as ExitLink;
  const ofAdmin = `${api.url}${new URL(url).pathname}`;
  expect(await statusOf(ofAdmin)).toBe(206);
  await db
    .updateTable("users")
    .set({ roles: ["manager"] })
    .where("uuid", "=", admin.userUuid)
    .execute();
  expect(await statusOf(ofAdmin)).toBe(404);
});
