import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApi, type TestApi } from "./test-api.ts";

const execFileAsync = promisify(execFile);

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test.each([
  ["client", "index.js"],
  ["upload", "index.js"],
  ["cli", "shoal.js"],
])("anyone can download the package %s from the installation", async (name, program) => {
  const response = await fetch(`${api.url}/packages/shoal-${name}.tgz`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect(response.headers.get("content-encoding")).toBeNull();
  const folder = await mkdtemp(join(tmpdir(), "shoal-packages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "package.tgz"), Buffer.from(await response.arrayBuffer()));
  await execFileAsync("tar", ["-xzf", "package.tgz"], { cwd: folder });
  const manifest = JSON.parse(await readFile(join(folder, "package/package.json"), "utf8")) as object;
  expect(manifest).toMatchObject({ name: `@shoal/${name}` });
  expect(manifest).not.toHaveProperty("dependencies");
  expect((await readFile(join(folder, `package/${program}`), "utf8")).length).toBeGreaterThan(1_000);
});

test("an unknown package returns 404, and no other files are served", async () => {
  for (const name of ["shoal-server.tgz", "", "..%2f..%2fpackage.json"])
    expect((await fetch(`${api.url}/packages/${name}`)).status).toBe(404);
});
