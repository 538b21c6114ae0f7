import { request } from "node:http";
import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { signCdnAddress } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CdnHarness, fileOf, startCdnHarness } from "../testing/cdn-harness.ts";
import { runtimePathsOf, SLICE_BYTES } from "./nginx-config.ts";

/**
 * How often a name moves to another entry. After each move, nginx uses the old check result for a second, and requests files for the wrong
 * entry.
 */
const MOVE_COUNT = 8;

let harness: CdnHarness;
beforeAll(async () => {
  harness = await startCdnHarness();
});
afterAll(() => harness.close());

/** Creates an entry of another client with its own origin. Its files contain the owner's name. */
function entryOwnedBy(owner: string, changes: Partial<CdnEntryDescriptor> = {}): CdnEntryDescriptor {
  return harness.entry({ originUrl: `${harness.origin.url}/${owner}/`, ...changes });
}

/**
 * Returns a file with the owner's name in its bytes. It is longer than a slice and has no validator that would distinguish copies.
 */
const fileOwnedBy = (owner: string, name: string) => Buffer.alloc(SLICE_BYTES + 100, `${owner} ${name} `);
function publishEntry(owner: string, name: string): void {
  harness.origin.files.set(
    `/${owner}/${name}`,
    fileOf(harness.origin, fileOwnedBy(owner, name), { etag: '"the same"', "cache-control": "max-age=3600" }),
  );
}

function saveEntry(entry: CdnEntryDescriptor, changes: Partial<CdnEntryDescriptor>): CdnEntryDescriptor {
  const saved = { ...entry, ...changes, revision: entry.revision + 1 };
  harness.edge.api.setCdnEntry(saved);
  return saved;
}

/** Returns the entry that the edge assigns to a name, whatever nginx has cached. */
const findEntryAtEdge = (name: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const { socket } = runtimePathsOf(harness.cdn.dir);
    const asked = request({ socketPath: socket, path: "/entry", headers: { "x-cdn-name": name } }, (res) => {
      res.resume();
      res.on("end", () => resolve(res.headers["x-cdn-entry"]?.toString()));
    });
    asked.on("error", reject);
    asked.end();
  });

const readFileByName = (key: string, name: string) => harness.get(`/cdn/${key}/${name}`);
const readFileAt = (host: string, name: string) => harness.get(`/${name}`, { headers: { host } });
/** Returns the owner named in a response's bytes; undefined for a rejection or an error. */
const ownerOf = ({ status, body }: { status: number; body: Buffer }) =>
  status === 200 ? body.toString("utf8", 0, body.indexOf(" ")) : `nobody (${status})`;

test("two clients' entries never share the file of a path, in any slice, before or after a purge", async () => {
  for (const owner of ["one", "two"]) publishEntry(owner, "film.mp4");
  const purged = { purgedAll: 3, purges: [{ path: "/film.mp4", isPrefix: false, number: 4 }] };
  for (const changes of [{}, purged, { ignoresQuery: true }]) {
    const keys = { one: entryOwnedBy("one", changes).key, two: entryOwnedBy("two", changes).key };
    for (let time = 0; time < 2; time += 1)
      for (const owner of ["one", "two"] as const) {
        const { body } = await readFileByName(keys[owner], "film.mp4");
        expect(body.equals(fileOwnedBy(owner, "film.mp4"))).toBe(true);
        const end = await harness.get(`/cdn/${keys[owner]}/film.mp4`, { headers: { range: "bytes=-50" } });
        expect(end.body.equals(fileOwnedBy(owner, "film.mp4").subarray(-50))).toBe(true);
      }
  }
});

test("moving a name to another client's entry shares no cached files", async () => {
  const host = "moving.example";
  let [from, to] = [entryOwnedBy("first", { hosts: [host] }), entryOwnedBy("second")];
  let [fromOwner, toOwner] = ["first", "second"];
  for (let move = 0; move < MOVE_COUNT; move += 1) {
    const name = `${move}.mp4`;
    for (const owner of [fromOwner, toOwner]) publishEntry(owner, name);
    // nginx has looked up the entry of the name before the edge learns that the name has moved.
    publishEntry(fromOwner, `${move}-before.mp4`);
    await eventually(async () => ownerOf(await readFileAt(host, `${move}-before.mp4`)) === fromOwner);
    to = saveEntry(to, { hosts: [host] });
    from = saveEntry(from, { hosts: [] });
    const { uuid } = to;
    await eventually(async () => expect(await findEntryAtEdge(host)).toBe(uuid));
    // While nginx reuses the old check result for a second, requests by name are rejected or receive the bytes of either owner.
    await readFileAt(host, name);
    expect(ownerOf(await readFileByName(from.key, name))).toBe(fromOwner);
    expect(ownerOf(await readFileByName(to.key, name))).toBe(toOwner);
    await eventually(async () => expect(ownerOf(await readFileAt(host, name))).toBe(toOwner));
    [from, to] = [to, from];
    [fromOwner, toOwner] = [toOwner, fromOwner];
  }
});

test("a recreated entry of the same name serves none of the old one's files", async () => {
  const host = "again.example";
  for (const owner of ["old", "new"]) publishEntry(owner, "film.mp4");
  const old = entryOwnedBy("old", { hosts: [host] });
  await eventually(async () => ownerOf(await readFileAt(host, "film.mp4")) === "old");
  const again = entryOwnedBy("new", { hosts: [host] });
  saveEntry(old, { state: "draining", endsAtMs: Date.now() + 60_000, hosts: [] });
  await eventually(async () => expect(await findEntryAtEdge(host)).toBe(again.uuid));
  await eventually(async () => expect(ownerOf(await readFileAt(host, "film.mp4"))).toBe("new"));
  expect(ownerOf(await readFileByName(again.key, "film.mp4"))).toBe("new");
  // A draining entry is served only from cached copies.
  expect(ownerOf(await readFileByName(old.key, "film.mp4"))).toBe("old");
});

test("a protected entry stays closed, even if the same file is cached or allowed for another entry", async () => {
  const host = "closed.example";
  const secret = "secret of the protected entry";
  publishEntry("shared", "film.mp4");
  let open = entryOwnedBy("shared", { hosts: [host] });
  let closed = entryOwnedBy("shared", { tokenSecrets: [secret] });
  const expires = Math.floor(Date.now() / 1_000) + 600;
  const token = signCdnAddress({ path: "/film.mp4", expires }, secret);
  const refused = async (path: string, headers: Record<string, string> = {}) =>
    (await harness.get(path, { headers })).headers["x-cdn-refused"];
  expect(ownerOf(await readFileByName(open.key, "film.mp4"))).toBe("shared");
  expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
  expect(ownerOf(await readFileByName(closed.key, `film.mp4?token=${token}&expires=${expires}`))).toBe(
    "shared",
  );
  expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
  // The token of one entry is invalid for another.
  const other = entryOwnedBy("shared", { tokenSecrets: ["secret of another entry"] });
  expect(await refused(`/cdn/${other.key}/film.mp4?token=${token}&expires=${expires}`)).toBe("token_invalid");
  // The name moves from the open entry to the protected one and back. Access by name must not grant access by key.
  for (let move = 0; move < 2; move += 1) {
    await readFileAt(host, "film.mp4");
    const isClosing = move === 0;
    if (isClosing) closed = saveEntry(closed, { hosts: [host] });
    open = saveEntry(open, { hosts: isClosing ? [] : [host] });
    if (!isClosing) closed = saveEntry(closed, { hosts: [] });
    const { uuid } = isClosing ? closed : open;
    await eventually(async () => expect(await findEntryAtEdge(host)).toBe(uuid));
    await readFileAt(host, "film.mp4");
    expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
    if (isClosing)
      await eventually(async () => expect(await refused("/film.mp4", { host })).toBe("token_missing"));
    else await eventually(async () => expect(ownerOf(await readFileAt(host, "film.mp4"))).toBe("shared"));
    expect(await refused(`/cdn/${closed.key}/film.mp4`)).toBe("token_missing");
  }
});
