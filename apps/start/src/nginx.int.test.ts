import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, freePorts } from "@shoal/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MISSING_NGINX_MESSAGE, superviseNginx } from "./nginx.ts";
import type { SupervisedProcess } from "./supervise.ts";

let dir: string;
let port: number;
let lines: string[];
let runs: SupervisedProcess[];
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "shoal-start-nginx-"));
  [port = 0] = await freePorts(1);
  [lines, runs] = [[], []];
  const temps = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${dir}/temp;`,
  );
  await writeFile(
    join(dir, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root; " : ""}daemon off; worker_processes 1; working_directory ${dir}; pid ${dir}/nginx.pid; error_log stderr;
     events { } http { access_log off; ${temps.join(" ")} server { listen 127.0.0.1:${port}; return 200 "here"; } }`,
  );
});
afterEach(async () => {
  await stop?.();
  await rm(dir, { recursive: true });
});

const startSupervisor = (changes: { isWanted?: boolean; commands?: string[] } = {}) => {
  const onLine = (name: string, line: string) => void lines.push(`${name}: ${line}`);
  stop = superviseNginx({
    dir,
    port,
    host: "127.0.0.1",
    isWanted: true,
    onLine,
    onRun: (kept) => runs.push(kept),
    ...changes,
  });
};
const isInTestFolder = () =>
  fetch(`http://127.0.0.1:${port}`).then(
    async (response) => (await response.text()) === "here",
    () => false,
  );
/** Returns the pids of the nginx processes that run in this test's folder. */
async function listRunningPids(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc"))
    if (/^\d+$/.test(name) && (await readlink(`/proc/${name}/cwd`).catch(() => "")) === dir)
      found.push(Number(name));
  return found;
}

test("nginx starts with the first entry, and stops with the platform", async () => {
  startSupervisor({ isWanted: false });
  expect(await isInTestFolder()).toBe(false);
  await writeFile(join(dir, "wanted"), "");
  await eventually(isInTestFolder);
  await stop?.();
  expect(await isInTestFolder()).toBe(false);
  expect(await listRunningPids()).toEqual([]);
});

test("a killed nginx leaves no worker behind and is restarted", async () => {
  startSupervisor();
  await eventually(isInTestFolder);
  await eventually(() => runs.length === 1);
  const [workers, master] = [await listRunningPids(), runs[0]?.pid() ?? 0];
  expect(workers.length).toBeGreaterThan(0);
  process.kill(master, "SIGKILL");
  await eventually(() => runs.length === 2);
  expect(await isInTestFolder()).toBe(true);
  expect((await listRunningPids()).some((pid) => workers.includes(pid))).toBe(false);
  expect(Number(await readFile(join(dir, "nginx.pid"), "utf8"))).toBe(runs[1]?.pid());
});

test("without nginx, everything else works, and the log says what to install", async () => {
  startSupervisor({ commands: [join(dir, "none")] });
  await eventually(() => lines.length > 0);
  expect(lines).toEqual([`start: ${MISSING_NGINX_MESSAGE}`]);
});

test("a configuration that nginx rejects does not stop anything else", async () => {
  await writeFile(join(dir, "nginx.conf"), "nonsense;");
  startSupervisor();
  await eventually(() => lines.some((line) => line.startsWith("start: CDN entries are not served")));
  expect(existsSync(join(dir, "nginx.pid"))).toBe(false);
});
