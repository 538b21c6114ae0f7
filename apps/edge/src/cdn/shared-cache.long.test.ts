import { request } from "node:http";
import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { signCdnAddress } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CdnHarness, fileOf, startCdnHarness } from "../testing/cdn-harness.ts";
import { runtimePathsOf, SLICE_BYTES } from "./nginx-config.ts";

/**
 * How often a name moves to another entry. After each move nginx uses the old answer for a second, and requests files for the
 * wrong entry.
 */
const MOVES = 8;

let harness: CdnHarness;
beforeAll(async () => {
  harness = await startCdnHarness();
});
afterAll(() => harness.close());

/** Creates an entry of another client with its own origin, whose files contain their owner. */
function ownedBy(owner: string, changes: Partial<CdnEntryDescriptor> = {}): CdnEntryDescriptor {
  return harness.entry({ originUrl: `${harness.origin.url}/${owner}/`, ...changes });
}

/** Returns a file of that owner, longer than a slice, without a validator that would distinguish copies. */
const bytesOf = (owner: string, name: string) => Buffer.alloc(SLICE_BYTES + 100, `${owner} ${name} `);
function publish(owner: string, name: string): void {
  harness.origin.files.set(
    `/${owner}/${name}`,
    fileOf(harness.origin, bytesOf(owner, name), { etag: '"the same"', "cache-control": "max-age=3600" }),
  );
}

function save(entry: CdnEntryDescriptor, changes: Partial<CdnEntryDescriptor>): CdnEntryDescriptor {
  const saved = { ...entry, ...changes, revision: entry.revision + 1 };
  harness.edge.api.setCdnEntry(saved);
  return saved;
}

/** Returns the entry with a name at the edge, regardless of nginx. */
const entryAtEdge = (name: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const { socket } = runtimePathsOf(harness.cdn.dir);
    const asked = request({ socketPath: socket, path: "/entry", headers: { "x-cdn-name": name } }, (res) => {
      res.resume();
      res.on("end", () => resolve(res.headers["x-cdn-entry"]?.toString()));
    });
    asked.on("error", reject);
    asked.end();
  });

const read = (key: string, name: string) => harness.get(`/cdn/${key}/${name}`);
const readAt = (host: string, name: string) => harness.get(`/${name}`, { headers: { host } });
/** Returns the owner named in a response's bytes; undefined for a refusal or an error. */
const ownerOf = ({ status, body }: { status: number; body: Buffer }) =>
  status === 200 ? body.toString("utf8", 0, body.indexOf(" ")) : `nobody (${status})`;

test("two clients' entries never share the file of a path, in any slice, before or after a purge", async () => {
  for (const owner of ["one", "two"]) publish(owner, "film.mp4");
  const purged = { purgedAll: 3, purges: [{ path: "/film.mp4", isPrefix: false, number: 4 }] };
  for (const changes of [{}, purged, { ignoresQuery: true }]) {
    const keys = { one: ownedBy("one", changes).key, two: ownedBy("two", changes).key };
    for (let time = 0; time < 2; time += 1)
      for (const owner of ["one", "two"] as const) {
        const { body } = await read(keys[owner], "film.mp4");
        expect(body.equals(bytesOf(owner, "film.mp4"))).toBe(true);
        const end = await harness.get(`/cdn/${keys[owner]}/film.mp4`, { headers: { range: "bytes=-50" } });
        expect(end.body.equals(bytesOf(owner, "film.mp4").subarray(-50))).toBe(true);
      }
  }
});

test("moving a name to another client's entry shares no cached files", async () => {
  const host = "moving.example";
  let [from, to] = [ownedBy("first", { hosts: [host] }), ownedBy("second")];
  let [fromOwner, toOwner] = ["first", "second"];
  for (let move = 0; move < MOVES; move += 1) {
    const name = `${move}.mp4`;
    for (const owner of [fromOwner, toOwner]) publish(owner, name);
    // nginx has looked up the name's entry when the edge learns of the move.
    publish(fromOwner, `${move}-before.mp4`);
    await eventually(async () => ownerOf(await readAt(host, `${move}-before.mp4`)) === fromOwner);
    to = save(to, { hosts: [host] });
    from = save(from, { hosts: [] });
    const { uuid } = to;
    await eventually(async () => expect(await entryAtEdge(host)).toBe(uuid));
    // While nginx reuses the old answer for a second, requests by name get a refusal or the bytes of either owner.
    await readAt(host, name);
    expect(ownerOf(await read(from.key, name))).toBe(fromOwner);
    expect(ownerOf(await read(to.key, name))).toBe(toOwner);
    await eventually(async () => expect(ownerOf(await readAt(host, name))).toBe(toOwner));
    [from, to] = [to, from];
    [fromOwner, toOwner] = [toOwner, fromOwner];
  }
});

test("a recreated entry of the same name serves none of the old one's files", async () => {
  const host = "again.example";
  for (const owner of ["old", "new"]) publish(owner, "film.mp4");
  const old = ownedBy("old", { hosts: [host] });
  await eventually(async () => ownerOf(await readAt(host, "film.mp4")) === "old");
  const again = ownedBy("new", { hosts: [host] });
  save(old, { state: "draining", endsAtMs: Date.now() + 60_000, hosts: [] });
  await eventually(async () => expect(await entryAtEdge(host)).toBe(again.uuid));
  await eventually(async () => expect(ownerOf(await readAt(host, "film.mp4"))).toBe("new"));
  expect(ownerOf(await read(again.key, "film.mp4"))).toBe("new");
  // A draining entry is served only from cached copies.
  expect(ownerOf(await read(old.key, "film.mp4"))).toBe("old");
});

test("a protected entry stays closed, even if the same file is cached or allowed for another entry", async () => {
  const host = "closed.example";
  const secret = "secret of the protected entry";
  publish("shared", "film.mp4");
  let open = ownedBy("shared", { hosts: [host] });
  let closed = ownedBy("shared", { tokenSecrets: [secret] });
  const expires = Math.floor(Date.now() / 1_000) + 600;
  const token = signCdnAddress({ path: "/film.mp4", expires }, secret);
  const refused = async (path: string, headers: Record<string, string> = {}) =>
    (await harness.get(path, { headers })).headers["x-cdn-refused"];
  expect(ownerOf(await read(open.key, "film.mp4"))).toBe("shared");
  expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
  expect(ownerOf(await read(closed.key, `film.mp4?token=${token}&expires=${expires}`))).toBe("shared");
  expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
  // The token of one entry is invalid for another.
  const other = ownedBy("shared", { tokenSecrets: ["secret of another entry"] });
  expect(await refused(`/cdn/${other.key}/film.mp4?token=${token}&expires=${expires}`)).toBe("token_invalid");
  // A name that moves from the open entry to the protected one and back: access by name does not grant access by key.
  for (let move = 0; move < 2; move += 1) {
    await readAt(host, "film.mp4");
    const isClosing = move === 0;
    if (isClosing) closed = save(closed, { hosts: [host] });
    open = save(open, { hosts: isClosing ? [] : [host] });
    if (!isClosing) closed = save(closed, { hosts: [] });
    const { uuid } = isClosing ? closed : open;
    await eventually(async () => expect(await entryAtEdge(host)).toBe(uuid));
    await readAt(host, "film.mp4");
    expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
    if (isClosing)
      await eventually(async () => expect(await refused("/film.mp4", { host })).toBe("token_missing"));
    else await eventually(async () => expect(ownerOf(await readAt(host, "film.mp4"))).toBe("shared"));
    expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
  }
});
