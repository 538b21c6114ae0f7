import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isCdnFolderSignature, isCdnSignature, signCdnAddress } from "./cdn-signature.ts";

const execFileAsync = promisify(execFile);
const DOCUMENT_URL = new URL("../../../docs/cdn-entries.md", import.meta.url);
const SIGNED_ADDRESS = { path: "/films/a.mp4", expires: 1_900_000_000 };
const TOKEN = signCdnAddress(SIGNED_ADDRESS, "secret");

test("a signed address is accepted with the current and the previous secret, and only unchanged", () => {
  expect(isCdnSignature(TOKEN, SIGNED_ADDRESS, ["secret"])).toBe(true);
  expect(isCdnSignature(TOKEN, SIGNED_ADDRESS, ["next", "secret"])).toBe(true);
  expect(isCdnSignature(TOKEN, SIGNED_ADDRESS, ["other"])).toBe(false);
  expect(isCdnSignature(TOKEN, SIGNED_ADDRESS, [])).toBe(false);
  expect(isCdnSignature(TOKEN, { ...SIGNED_ADDRESS, path: "/films/b.mp4" }, ["secret"])).toBe(false);
  expect(isCdnSignature(TOKEN, { ...SIGNED_ADDRESS, expires: SIGNED_ADDRESS.expires + 1 }, ["secret"])).toBe(
    false,
  );
  expect(isCdnSignature("", SIGNED_ADDRESS, ["secret"])).toBe(false);
});

const BASE_URL = "https://cdn.example.org/cdn/abcdefghijkl";

/** Runs a call with the code of the documentation's examples. */
async function callExample(asked: string): Promise<URL> {
  const examples = [...(await readFile(DOCUMENT_URL, "utf8")).matchAll(/```js\n([\s\S]*?)```/g)];
  const folder = await mkdtemp(join(tmpdir(), "shoal-example-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "example.mjs");
  await writeFile(file, `${examples.map(([, code]) => code).join("\n")}\nprocess.stdout.write(${asked});\n`);
  const { stdout } = await execFileAsync(process.execPath, [file], { env: { CDN_SECRET: "secret" } });
  return new URL(stdout);
}

test("the documentation's example signs folders whose playlists and segments share the token", async () => {
  const list = await callExample(`signedFolder("${BASE_URL}", "/films/été 1/", "hd/list.m3u8")`);
  const segment = new URL("../sd/1.ts", list).pathname.slice("/cdn/abcdefghijkl".length);
  const [, expires, depth, token, rest] = /^\/~(\d+)-(\d+)-([\w-]{43})(\/.*)$/.exec(segment) ?? [];
  expect([depth, rest]).toEqual(["2", "/films/%C3%A9t%C3%A9%201/sd/1.ts"]);
  const folder = { folder: "/films/%C3%A9t%C3%A9%201/", expires: Number(expires) };
  expect(isCdnFolderSignature(token ?? "", folder, ["secret"])).toBe(true);
  expect(isCdnFolderSignature(token ?? "", { ...folder, folder: "/films/" }, ["secret"])).toBe(false);
});

test("the documentation's example signs addresses that are accepted", async () => {
  const { pathname, searchParams } = await callExample(`signedAddress("${BASE_URL}", "/films/été 1.mp4")`);
  expect(pathname).toBe("/cdn/abcdefghijkl/films/%C3%A9t%C3%A9%201.mp4");
  const path = pathname.slice("/cdn/abcdefghijkl".length);
  const expires = Number(searchParams.get("expires"));
  expect(isCdnSignature(searchParams.get("token") ?? "", { path, expires }, ["secret"])).toBe(true);
  expect(expires * 1_000).toBeGreaterThan(Date.now());
});
