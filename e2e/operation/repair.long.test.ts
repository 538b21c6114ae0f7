import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { eventually, makeClipFolder } from "@shoal/testkit";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";
import { cameraClipArgs, listPlaybackErrors } from "../support/faults-media.ts";

/** The maximum time until a process ends. The supervisor kills a process after 20 s. */
const MAX_END_MS = 15_000;

const savedEnvironment = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in savedEnvironment)) delete process.env[name];
});

/**
 * Runs `npm run doctor`, which exits with 1 if it finds a problem.
 * @returns the program's output.
 */
async function runDoctor(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(REPOSITORY_ROOT, "scripts/doctor.ts"), ...args],
    {
      env: { ...process.env, SHOAL_DATA: dataDir },
    },
  ).catch((error: { stdout: string; code: number }) => {
    if (error.code !== 1) throw error;
    return error;
  });
  return stdout;
}

test("damaged segments of a video are encoded again, byte for byte", async () => {
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const clips = await makeClipFolder();
  onTestFinished(() => clips.dispose());
  const clip = await readFile(
    await clips.make("short.mp4", cameraClipArgs({ size: "640x360", durationSec: 12 })),
  );
  const account = await openAccount(await own.start());
  const uuid = await uploadFile(account, "Damaged", clip);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");

  const { dataDir } = own.installation;
  const folder = join(dataDir, "media/videos", uuid, "1");
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".m4s"));
  expect(names.length).toBeGreaterThan(1);
  const before = new Map<string, Buffer>();
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    before.set(name, bytes);
    const damaged = Buffer.from(bytes);
    damaged.fill(0, bytes.length - 10);
    await writeFile(join(folder, name), damaged);
  }
  expect(await runDoctor(dataDir, "--checksums", "--mend")).toContain("Re-encoded from their source");
  await eventually(
    async () => {
      for (const [name, bytes] of before)
        expect((await readFile(join(folder, name))).equals(bytes)).toBe(true);
    },
    { what: "the repair of all media" },
  );
  expect(await runDoctor(dataDir, "--checksums")).toContain("No problems found.");
  const video = await account.call(routes.getVideo, { params: { id: uuid } });
  expect(video.encodingStatus).toBe("encoded");
  expect(await listPlaybackErrors(video)).toBe("");
});

test("a slow check does not delay the end of its api, leaves no report, and starts over with the next start", async () => {
  // At this rate the first checksum alone takes days.
  process.env.DOCTOR_CHECK_MB_PER_SEC = "1e-9";
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const clips = await makeClipFolder();
  onTestFinished(() => clips.dispose());
  const clip = await readFile(
    await clips.make("short.mp4", cameraClipArgs({ size: "320x180", durationSec: 4 })),
  );
  const first = await own.start();
  const account = await openAccount(first);
  const uuid = await uploadFile(account, "Checked", clip);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  await account.call(routes.startDoctorCheck, {});
  const read = () => account.call(routes.getDoctorReport, {});
  const { startedAt } = await eventually(async () => {
    const { check } = await read();
    return check !== null && check.seen.videos > 0 && check;
  });
  const startedMs = performance.now();
  expect(await first.interrupt()).toBe(0);
  expect(performance.now() - startedMs).toBeLessThan(MAX_END_MS);
  await own.start();
  await eventually(async () => {
    const { report, check } = await read();
    expect(report).toBeNull();
    expect(check?.seen.videos).toBeGreaterThan(0);
    expect(String(check?.startedAt) > startedAt).toBe(true);
  });
});
