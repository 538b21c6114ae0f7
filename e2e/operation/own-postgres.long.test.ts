import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { startJobQueue } from "../../apps/api/src/platform/queue/job-queue.ts";
import { openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";
import { contentOf, run } from "../support/backups.ts";
import { cameraClip, complaintsOfPlaying, ONE_SLOT } from "../support/faults-media.ts";
import { queryOnce, startOwnPostgres } from "../support/own-postgres.ts";

let server: Awaited<ReturnType<typeof startOwnPostgres>>;
let clips: ClipFolder;
let folder: string;
const environment = { ...process.env };
beforeAll(async () => {
  server = await startOwnPostgres();
  clips = await makeClipFolder();
  folder = await mkdtemp(join(tmpdir(), "shoal-own-"));
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o755);
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
});
afterAll(async () => {
  await server?.stop();
  await clips?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test("an installation with PgBouncer, TLS and an ordinary database owner works, and its data move to and from the embedded engine", async () => {
  await server.addRole("owner");
  await server.addRole("crew");
  await server.addDatabase("main", "owner");
  const direct = server.withTls(server.urlOf("owner", "main"));
  Object.assign(process.env, ONE_SLOT, {
    DATABASE_URL: await server.pool("owner", "main"),
    DATABASE_DIRECT_URL: direct,
    WORKER_DATABASE_URL: server.withTls(server.urlOf("crew", "main")),
  });
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const started = await own.start();
  const account = await openAccount(started);
  const clip = await readFile(await clips.make("short.mp4", cameraClip({ size: "640x360", durationSec: 4 })));
  const uuid = await uploadFile(account, "Pooled", clip);
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await complaintsOfPlaying(video)).toBe("");
  const uses = await server.asAdmin(
    "SELECT DISTINCT usename, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE datname = 'main' ORDER BY 1",
  );
  expect(uses).toEqual([
    { usename: "crew", ssl: true },
    { usename: "owner", ssl: true },
  ]);
  await started.interrupt();

  const { dataDir } = own.installation;
  const before = await contentOf(dataDir, { DATABASE_URL: direct });
  const [backups, key] = [join(folder, "backups"), join(folder, "key")];
  await run("backup", ["--new-key", key], {});
  await run("backup", [backups, "--key", key], { SHOAL_DATA: dataDir });
  const embedded = join(folder, "embedded");
  await run("restore", [backups, "--key", key], {
    SHOAL_DATA: embedded,
    DATABASE_URL: "",
    DATABASE_DIRECT_URL: "",
  });
  expect(await contentOf(embedded)).toEqual(before);
  await server.addDatabase("back", "owner");
  const back = server.withTls(server.urlOf("owner", "back"));
  const target = { SHOAL_DATA: join(folder, "back"), DATABASE_URL: back, DATABASE_DIRECT_URL: "" };
  await run("restore", [backups, "--key", key], target);
  expect(await contentOf(target.SHOAL_DATA, { DATABASE_URL: back })).toEqual(before);
});

test("a connection by TLS is refused for a certificate of another CA, and for a host that the certificate does not name", async () => {
  await server.addRole("careful");
  const url = server.urlOf("careful", "postgres");
  expect(await queryOnce(server.withTls(url), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  const other = join(dirname(server.ca), "other-ca.pem");
  await expect(queryOnce(server.withTls(url, other), "SELECT 1")).rejects.toThrow("certificate");
  await expect(queryOnce(server.withTls(url.replace("localhost", "127.0.0.1")), "SELECT 1")).rejects.toThrow(
    "altnames",
  );
});

test("two installations on one database server have separate worker roles, and an owner without rights gets instructions", async () => {
  await server.addRole("maker");
  await server.asAdmin("ALTER ROLE maker CREATEROLE");
  await server.addRole("plain");
  for (const [name, owner] of [
    ["one", "maker"],
    ["two", "maker"],
    ["three", "plain"],
  ] as const)
    await server.addDatabase(name, owner);
  const start = async (owner: string, name: string, password: string | undefined) => {
    const url = server.urlOf(owner, name);
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
      server.urlOf("maker", name).replace("maker:maker", `${name}_worker:${encodeURIComponent(password)}`),
      "SELECT count(*)::int AS jobs FROM queue.job",
    );
  await start("maker", "one", "the password of one");
  await start("maker", "two", "the password of two");
  expect(await signIn("one", "the password of one")).toEqual([{ jobs: 0 }]);
  expect(await signIn("two", "the password of two")).toEqual([{ jobs: 0 }]);
  await expect(start("plain", "three", "the password of three")).rejects.toThrow("WORKER_DATABASE_URL");
  await expect(start("plain", "three", undefined)).rejects.toThrow("has no role three_worker");
  await server.addRole("three_worker");
  await start("plain", "three", undefined);
  expect(await signIn("three", "three_worker")).toEqual([{ jobs: 0 }]);
});
