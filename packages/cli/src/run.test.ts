import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { runCommandLine } from "./run.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});

type MockedResponse = (line: string, body: string) => { status?: number; body: unknown } | undefined;

/** Creates a terminal that has its own home folder, and a mock installation. */
async function setUp(answers: MockedResponse = () => undefined, file = Buffer.alloc(0)) {
  const home = await mkdtemp(join(tmpdir(), "shoal-cli-"));
  cleanups.push(() => rm(home, { recursive: true }));
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const line = `${request.method} ${decodeURIComponent(request.url ?? "")}`;
    calls.push(line);
    // The addresses of downloads are signed, so the request for a file must not contain the key.
    if (line.startsWith("GET /d/")) return void response.end(file);
    const isKnown = request.headers.authorization === "Bearer shoal_u_s";
    const refusal = { status: 401, body: { code: "not_signed_in", message: "Sign in" } };
    const { status = 200, body } = (isKnown ? answers(line, String(Buffer.concat(parts))) : refusal) ?? {
      body: {},
    };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env: Record<string, string> = { HOME: home, SHOAL_URL: url, SHOAL_KEY: "shoal_u_s" };
  const shoal = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCommandLine(args, {
      env,
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      input: async () => "shoal_u_s\n",
      signal: new AbortController().signal,
    });
    return { code, out, err };
  };
  return { home, env, url, calls, shoal };
}

const VIDEO_UUID = "0d9f4b5e-0000-4000-8000-000000000001";

test("the help lists every command, and invalid arguments exit with 2", async () => {
  const { shoal } = await setUp();
  const { out } = await shoal();
  for (const name of ["sign-in", "upload", "list", "download", "live", "figures", "keys"])
    expect(out.join("\n")).toContain(`  ${name} `);
  expect((await shoal("upload", "--help")).out[0]).toBe("shoal upload PATH… [options]");
  for (const args of [["fly"], ["list", "--colour"], ["list", "--limit", "0"], ["live", "x"], ["upload"]])
    expect([args, (await shoal(...args)).code]).toEqual([args, 2]);
});

test("signing in stores the key readable only by its owner, and a config file that others can read is refused", async () => {
  const { home, env, url, shoal } = await setUp();
  delete env.SHOAL_KEY;
  expect((await shoal("list")).code).toBe(3);
  expect((await shoal("sign-in", "--url", url)).code).toBe(0);
  const file = join(home, ".config/shoal/config.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ url, key: "shoal_u_s" });
  delete env.SHOAL_URL;
  expect((await shoal("live", VIDEO_UUID)).code).not.toBe(3);
  await chmod(file, 0o644);
  const refused = await shoal("list");
  expect([refused.code, refused.err[0]]).toEqual([3, expect.stringContaining("chmod 600")]);
});

test("a wrong key exits with 3 and a missing video with 4, both with the reason as text or JSON", async () => {
  const { env, shoal } = await setUp(() => ({
    status: 404,
    body: { code: "video_not_found", message: "No video" },
  }));
  const missing = await shoal("live", VIDEO_UUID, "--json");
  expect([missing.code, JSON.parse(missing.err[0] ?? "")]).toEqual([
    4,
    { error: "No video [video_not_found]", code: "video_not_found" },
  ]);
  env.SHOAL_KEY = "shoal_u_other";
  expect((await shoal("live", VIDEO_UUID)).code).toBe(3);
});

test("the list prints one line per video without control characters, up to the limit", async () => {
  const video = {
    uuid: VIDEO_UUID,
    type: "vod",
    encodingStatus: "encoded",
    createdAt: "2026-11-29T10:00:00Z",
  };
  const _embedded = [
    { ...video, title: "Sea\u001b[2J" },
    { ...video, title: "Land" },
  ];
  const { shoal } = await setUp(() => ({ body: { _embedded, _size: 2 } }));
  expect((await shoal("list")).out).toEqual([
    `${VIDEO_UUID}  vod  encoded  2026-11-29  Sea [2J`,
    `${VIDEO_UUID}  vod  encoded  2026-11-29  Land`,
  ]);
  const { out } = await shoal("list", "--json", "--limit", "1");
  expect(out.map((line) => JSON.parse(line).title)).toEqual(["Sea\u001b[2J"]);
});

test("a folder is uploaded once: later calls skip uploaded files and retry failed ones", async () => {
  let isFull = true;
  const { home, calls, shoal } = await setUp((line, body) => {
    if (line.startsWith("GET /api/uploads")) return { body: [] };
    if (line !== "POST /api/videos") return { body: {} };
    const { originalname, tags } = JSON.parse(body) as { originalname: string; tags: string[] };
    expect(tags).toEqual(["sea"]);
    if (isFull && originalname === "b.mov")
      return { status: 413, body: { code: "file_too_large", message: "Too large" } };
    return { body: { uuid: originalname, title: "" } };
  });
  const folder = join(home, "films");
  await mkdir(join(folder, "more"), { recursive: true });
  for (const name of ["a.mp4", "b.mov", "more/c.MKV", "notes.txt"]) await writeFile(join(folder, name), name);
  const first = await shoal("upload", folder, "--tag", "sea", "--json");
  expect(first.code).toBe(1);
  const outcomes = first.out.map(
    (line) => JSON.parse(line) as { file: string; status: string; uuid: string },
  );
  expect(
    outcomes.map(({ file, status, uuid }) => [file.slice(folder.length + 1), status, uuid]).sort(),
  ).toEqual([
    ["a.mp4", "uploaded", "a.mp4"],
    ["b.mov", "failed", null],
    ["more/c.MKV", "uploaded", "c.MKV"],
  ]);
  expect(first.err).toEqual(["2 of 3 files uploaded, 1 failed"]);
  isFull = false;
  const again = await shoal("upload", folder, "--tag", "sea");
  expect([again.code, again.err]).toEqual([0, ["3 of 3 files uploaded, 0 failed"]]);
  expect(calls.filter((line) => line === "POST /api/videos")).toHaveLength(4);
});

test("`shoal download` saves the best rendition completely, and does not overwrite an existing file", async () => {
  const film = Buffer.from("a film");
  const file = (height: number) => ({
    height,
    width: 2 * height,
    approximateBytes: 6,
    url: `/d/${height}.mp4`,
  });
  const { home, calls, shoal } = await setUp(() => ({ body: { files: [file(360), file(1080)] } }), film);
  const output = join(home, "film.mp4");
  const { code, out } = await shoal("download", VIDEO_UUID, "-o", output);
  expect([code, out]).toEqual([0, [output]]);
  expect(calls).toEqual([`GET /api/videos/${VIDEO_UUID}/download`, "GET /d/1080.mp4"]);
  expect(await readFile(output)).toEqual(film);
  await writeFile(output, "mine");
  expect((await shoal("download", VIDEO_UUID, "-o", output)).code).toBe(2);
  expect(await readFile(output, "utf8")).toBe("mine");
});

test("only a manager's session can manage keys", async () => {
  const { shoal } = await setUp((line) => {
    if (line === "GET /api/users/my") return { status: 403, body: { code: "forbidden", message: "No" } };
    return undefined;
  });
  const { code, err } = await shoal("keys", "list");
  expect([code, err[0]]).toEqual([3, expect.stringContaining("API keys cannot manage API keys")]);
});

test("a manager lists, creates and rotates keys, and only the key is written to the output", async () => {
  const { calls, shoal } = await setUp((line) => {
    if (line === "GET /api/users/my") return { body: { client: "c" } };
    const key = { uuid: VIDEO_UUID, type: "upload", lastUsedAt: null, description: "shop" };
    if (line.startsWith("GET")) return { body: { _embedded: [key], _size: 1 } };
    return { body: { ...key, key: "shoal_a_b", secret: "b" } };
  });
  expect((await shoal("keys", "list")).out).toEqual([`${VIDEO_UUID}  upload  never used  shop`]);
  const { out } = await shoal("keys", "create", "--type", "upload", "--description", "shop");
  expect(out).toEqual(["shoal_a_b"]);
  expect((await shoal("keys", "rotate", VIDEO_UUID)).out).toEqual(["shoal_a_b"]);
  expect(calls.filter((line) => line.startsWith("POST"))).toEqual([
    "POST /api/clients/c/apikeys",
    `POST /api/clients/c/apikeys/${VIDEO_UUID}/secret`,
  ]);
});
