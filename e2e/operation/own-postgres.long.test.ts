import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { startJobQueue } from "../../apps/api/src/platform/queue/job-queue.ts";
import { openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";
import { readContentOf, runBackupCommand } from "../support/backups.ts";
import { cameraClipArgs, listPlaybackErrors, ONE_SLOT_SETTINGS } from "../support/faults-media.ts";
import { queryOnce, startOwnPostgres } from "../support/own-postgres.ts";

let ownPostgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let clips: ClipFolder;
let folder: string;
const savedEnvironment = { ...process.env };
beforeAll(async () => {
  ownPostgres = await startOwnPostgres();
  clips = await makeClipFolder();
  folder = await mkdtemp(join(tmpdir(), "shoal-own-"));
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in savedEnvironment)) delete process.env[name];
});
afterAll(async () => {
  await ownPostgres?.stop();
  await clips?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test("an installation with PgBouncer, TLS and an ordinary database owner works, and its data move to and from the embedded engine", async () => {
  await ownPostgres.addRole("owner");
  await ownPostgres.addRole("crew");
  await ownPostgres.addDatabase("main", "owner");
  const direct = ownPostgres.withTls(ownPostgres.urlOf("owner", "main"));
  Object.assign(process.env, ONE_SLOT_SETTINGS, {
    DATABASE_URL: await ownPostgres.pool("owner", "main"),
    DATABASE_DIRECT_URL: direct,
    WORKER_DATABASE_URL: ownPostgres.withTls(ownPostgres.urlOf("crew", "main")),
  });
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const started = await own.start();
  const account = await openAccount(started);
  const clip = await readFile(
    await clips.make("short.mp4", cameraClipArgs({ size: "640x360", durationSec: 4 })),
  );
  const uuid = await uploadFile(account, "Pooled", clip);
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await listPlaybackErrors(video)).toBe("");
  const uses = await ownPostgres.asAdmin(
    "SELECT DISTINCT usename, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE datname = 'main' ORDER BY 1",
  );
  expect(uses).toEqual([
    { usename: "crew", ssl: true },
    { usename: "owner", ssl: true },
  ]);
  await started.interrupt();

  const { dataDir } = own.installation;
  const before = await readContentOf(dataDir, { DATABASE_URL: direct });
  const [backups, key] = [join(folder, "backups"), join(folder, "key")];
  await runBackupCommand("backup", ["--new-key", key], {});
  await runBackupCommand("backup", [backups, "--key", key], { SHOAL_DATA: dataDir });
  const embedded = join(folder, "embedded");
  await runBackupCommand("restore", [backups, "--key", key], {
    SHOAL_DATA: embedded,
    DATABASE_URL: "",
    DATABASE_DIRECT_URL: "",
  });
  expect(await readContentOf(embedded)).toEqual(before);
  await ownPostgres.addDatabase("back", "owner");
  const back = ownPostgres.withTls(ownPostgres.urlOf("owner", "back"));
  const target = { SHOAL_DATA: join(folder, "back"), DATABASE_URL: back, DATABASE_DIRECT_URL: "" };
  await runBackupCommand("restore", [backups, "--key", key], target);
  expect(await readContentOf(target.SHOAL_DATA, { DATABASE_URL: back })).toEqual(before);
});

test("a connection by TLS is refused for a certificate of another CA, and for a host that the certificate does not name", async () => {
  await ownPostgres.addRole("careful");
  const url = ownPostgres.urlOf("careful", "postgres");
  expect(await queryOnce(ownPostgres.withTls(url), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  const other = join(dirname(ownPostgres.ca), "other-ca.pem");
  await expect(queryOnce(ownPostgres.withTls(url, other), "SELECT 1")).rejects.toThrow("certificate");
  await expect(
    queryOnce(ownPostgres.withTls(url.replace("localhost", "127.0.0.1")), "SELECT 1"),
  ).rejects.toThrow("altnames");
});

test("two installations on one database server have separate worker roles, and an owner without rights gets instructions", async () => {
  await ownPostgres.addRole("maker");
  await ownPostgres.asAdmin("ALTER ROLE maker CREATEROLE");
  await ownPostgres.addRole("plain");
  for (const [name, owner] of [
    ["one", "maker"],
    ["two", "maker"],
    ["three", "plain"],
  ] as const)
    await ownPostgres.addDatabase(name, owner);
  const start = async (owner: string, name: string, password: string | undefined) => {
    const url = ownPostgres.urlOf(owner, name);
    const { db, close } = openDatabase(url, 2);
    try {
      const workers = { role: `${name}_worker`, password };
      const queue = await startJobQueue({
        db,
        databaseUrl: url,
        workers,
        tasks: [],
        onError: () => undefined,
      });
      await queue.stop();
    } finally {
      await close();
    }
  };
  const signIn = (name: string, password: string) =>
    queryOnce(
      ownPostgres
        .urlOf("maker", name)
        .replace("maker:maker", `${name}_worker:${encodeURIComponent(password)}`),
      "SELECT count(*)::int AS jobs FROM queue.job",
    );
  await start("maker", "one", "the password of one");
  await start("maker", "two", "the password of two");
  expect(await signIn("one", "the password of one")).toEqual([{ jobs: 0 }]);
  expect(await signIn("two", "the password of two")).toEqual([{ jobs: 0 }]);
  await expect(start("plain", "three", "the password of three")).rejects.toThrow("WORKER_DATABASE_URL");
  await expect(start("plain", "three", undefined)).rejects.toThrow("has no role three_worker");
  await ownPostgres.addRole("three_worker");
  await start("plain", "three", undefined);
  expect(await signIn("three", "three_worker")).toEqual([{ jobs: 0 }]);
});
