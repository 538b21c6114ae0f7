import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isCdnPathSigned, signCdnPath } from "./cdn-address.ts";

const run = promisify(execFile);
const DOCUMENT = new URL("../../../docs/cdn-entries.md", import.meta.url);
const NOW_MS = Date.UTC(2030, 0, 1);
const END_SEC = NOW_MS / 1_000 + 60;
const signed = signCdnPath("secret", "/films/a.mp4", END_SEC);

test("a signed path is taken until its end, by the present secret and the one before", () => {
  expect(isCdnPathSigned("/films/a.mp4", signed, ["secret"], NOW_MS)).toBe(true);
  expect(isCdnPathSigned("/films/a.mp4", signed, ["next", "secret"], NOW_MS)).toBe(true);
  expect(isCdnPathSigned("/films/a.mp4", signed, ["secret"], END_SEC * 1_000 - 1)).toBe(true);
  expect(isCdnPathSigned("/films/a.mp4", signed, ["secret"], END_SEC * 1_000)).toBe(false);
});

test.each([
  ["another path", "/films/b.mp4", signed, ["secret"]],
  ["another secret", "/films/a.mp4", signed, ["other"]],
  ["no secret", "/films/a.mp4", signed, []],
  ["a later end", "/films/a.mp4", { ...signed, expires: `${END_SEC + 1}` }, ["secret"]],
  ["the same end in other digits", "/films/a.mp4", { ...signed, expires: `0${END_SEC}` }, ["secret"]],
  ["an end that is no number", "/films/a.mp4", { ...signed, expires: "1e12" }, ["secret"]],
  ["no end", "/films/a.mp4", { ...signed, expires: "" }, ["secret"]],
  ["no token", "/films/a.mp4", { ...signed, token: "" }, ["secret"]],
  ["a longer token", "/films/a.mp4", { ...signed, token: `${signed.token}=` }, ["secret"]],
])("%s is refused", (_, path, signature, secrets) => {
  expect(isCdnPathSigned(path, signature, secrets, NOW_MS)).toBe(false);
});

test("the example of the documentation signs addresses that are taken", async () => {
  const [, example] = /```js\n([\s\S]*?)```/.exec(await readFile(DOCUMENT, "utf8")) ?? [];
  const folder = await mkdtemp(join(tmpdir(), "shoal-example-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "example.mjs");
  await writeFile(
    file,
    `${example}\nprocess.stdout.write(signedAddress("https://cdn.example.org/cdn/abcdefghijkl", "/films/été 1.mp4"));\n`,
  );
  const { stdout } = await run(process.execPath, [file], { env: { CDN_SECRET: "secret" } });
  const { pathname, searchParams } = new URL(stdout);
  expect(pathname).toBe("/cdn/abcdefghijkl/films/%C3%A9t%C3%A9%201.mp4");
  const signature = { token: searchParams.get("token") ?? "", expires: searchParams.get("expires") ?? "" };
  expect(isCdnPathSigned(pathname.slice("/cdn/abcdefghijkl".length), signature, ["secret"], Date.now())).toBe(
    true,
  );
});
