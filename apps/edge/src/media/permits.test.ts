import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { Permits } from "./permits.ts";

let folder: string;
let nowMs: number;
let permits: Permits;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "shoal-permits-")), "permits");
  nowMs = 1_000_000;
  permits = await Permits.open(folder, () => nowMs);
  return async () => {
    permits.close();
    await rm(folder, { recursive: true, force: true });
  };
});

const PERMITTED_MEDIA = {
  token: "k1.abc.sig",
  mediaId: "7f1c2b34-0000-4000-8000-000000000001",
  generation: 2,
};
const PERMIT_NAME = `192.0.2.7,k1.abc.sig,${PERMITTED_MEDIA.mediaId},2`;

test("a permit's file exists for two seconds after the last check", async () => {
  permits.grant("192.0.2.7", PERMITTED_MEDIA);
  expect(await readdir(folder)).toEqual([PERMIT_NAME]);
  nowMs += 1_500;
  permits.grant("192.0.2.7", PERMITTED_MEDIA);
  nowMs += 1_500;
  permits.sweep();
  expect(await readdir(folder)).toEqual([PERMIT_NAME]);
  nowMs += 500;
  permits.sweep();
  expect(await readdir(folder)).toEqual([]);
});

test("a refusal removes the permit of the same viewer and media at once", async () => {
  permits.grant("192.0.2.7", PERMITTED_MEDIA);
  permits.grant("192.0.2.8", PERMITTED_MEDIA);
  permits.revoke("192.0.2.7", PERMITTED_MEDIA);
  permits.revoke("192.0.2.9", PERMITTED_MEDIA);
  expect(await readdir(folder)).toEqual([PERMIT_NAME.replace("192.0.2.7", "192.0.2.8")]);
});

test("permits of a killed edge are removed, and other files are kept", async () => {
  await writeFile(join(folder, PERMIT_NAME), "");
  await writeFile(join(folder, "notes.txt"), "");
  permits.close();
  permits = await Permits.open(folder, () => nowMs);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

test("an edge that ends leaves no permit", async () => {
  permits.grant("192.0.2.7", PERMITTED_MEDIA);
  permits.close();
  expect(await readdir(folder)).toEqual([]);
});

test("a permit whose name no file can have is not written, so that nginx asks for each segment", async () => {
  permits.grant("192.0.2.7", { ...PERMITTED_MEDIA, token: "t".repeat(300) });
  permits.grant("192.0.2.7", { ...PERMITTED_MEDIA, token: "../../escaped" });
  expect(await readdir(folder)).toEqual([]);
  expect(existsSync(join(folder, "../escaped"))).toBe(false);
});

test("other users of the machine can look up a permit, but cannot list them", async () => {
  await chmod(folder, 0o755);
  permits.close();
  permits = await Permits.open(folder, () => nowMs);
  expect((await stat(folder)).mode & 0o777).toBe(0o711);
});
