import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Places } from "@shoal/places";
import * as fc from "@shoal/testkit/property";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { encodeMmdb } from "./mmdb.ts";
import { parseNetworks } from "./network-lists.ts";
import { type AddressRange, buildTree, sortRanges } from "./range-tree.ts";

const BUILT_AT = new Date("2026-06-17T19:00:00Z");
const DATABASE_INFO = { databaseType: "ASN", description: "a test", builtAt: BUILT_AT };

let folder: string;
let fileCount = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-networks-"));
});
afterAll(() => rm(folder, { recursive: true }));

function buildFile(list: string): Buffer {
  const { ranges, records } = parseNetworks([list]);
  return encodeMmdb(buildTree(sortRanges(ranges)), records, DATABASE_INFO);
}

/** Opens a list in the same way as the product does. */
async function openList(list: string): Promise<Places> {
  const asnDb = join(folder, `${fileCount++}.mmdb`);
  await writeFile(asnDb, buildFile(list));
  return Places.open({ countryDb: undefined, asnDb, vpnNetworks: undefined });
}

describe("a database of networks", () => {
  it("contains the first and last address of each range, no adjacent ones, and IPv4 addresses mapped to IPv6", async () => {
    const places = await openList(
      [
        "9.0.0.0,9.0.2.254,64500,Harbour",
        "9.0.3.0,9.0.3.0,64501,Single",
        "9.0.3.1,9.0.3.9,64501,Single",
        "2001:200::,2001:200:1b9:ffff:ffff:ffff:ffff:fffe,64502,Coast",
        "2001:200:1ba::7,2001:200:1ba::7,4200000000,Single of six",
      ].join("\n"),
    );
    onTestFinished(() => places.close());
    const asnOf = (address: string) => places.find(address).asn;
    expect(
      ["8.255.255.255", "9.0.2.255", "9.0.3.10", "::", "2001:1ff:ffff::", "2001:200:1ba::6"].map(asnOf),
    ).toEqual(Array(6).fill(null));
    expect(["9.0.0.0", "9.0.2.254", "::ffff:9.0.2.254"].map(asnOf)).toEqual(Array(3).fill(64_500));
    expect(["9.0.3.0", "9.0.3.1", "9.0.3.9"].map(asnOf)).toEqual(Array(3).fill(64_501));
    expect(["2001:200::", "2001:200:1b9:ffff:ffff:ffff:ffff:fffe"].map(asnOf)).toEqual([64_502, 64_502]);
    expect(["2001:200:1b9:ffff:ffff:ffff:ffff:ffff", "2001:200:1ba::8"].map(asnOf)).toEqual([null, null]);
    expect(places.find("2001:200:1ba::7")).toMatchObject({ asn: 4_200_000_000, isp: "Single of six" });
    expect(places.origins.asn).toEqual({ isOperators: true, builtAt: BUILT_AT });
  });

  it("is replaced by an operator's own database, which is reloaded without a restart", async () => {
    const [asnDb, other] = [join(folder, "operators.mmdb"), join(folder, "other.mmdb")];
    await writeFile(asnDb, buildFile("10.0.0.0,10.255.255.255,64500,Ours"));
    const places = await Places.open({ countryDb: undefined, asnDb, vpnNetworks: undefined });
    onTestFinished(() => places.close());
    expect(["10.1.2.3", "8.8.8.8"].map((address) => places.find(address).asn)).toEqual([64_500, null]);
    await writeFile(other, buildFile("8.8.0.0,8.8.255.255,64501,Theirs"));
    await rename(other, asnDb);
    await places.refresh();
    expect(["10.1.2.3", "8.8.8.8"].map((address) => places.find(address).asn)).toEqual([null, 64_501]);
  });

  it("may contain all of IPv4 as one network", async () => {
    const places = await openList("0.0.0.0,255.255.255.255,64500,All");
    onTestFinished(() => places.close());
    expect(["9.0.0.1", "::ffff:9.0.0.1", "2001:200::1"].map((address) => places.find(address).asn)).toEqual([
      64_500,
      64_500,
      null,
    ]);
  });

  it.each([
    ["Plain name", "Plain name"],
    ['"Cloud, Inc."', "Cloud, Inc."],
    ['"LLC ""HARBOUR"""', 'LLC "HARBOUR"'],
    ["Société d’à côté 海", "Société d’à côté 海"],
    ["n".repeat(28), "n".repeat(28)],
    ["n".repeat(29), "n".repeat(29)],
    ["n".repeat(284), "n".repeat(284)],
    ["n".repeat(285), "n".repeat(285)],
    ["n".repeat(65_820), "n".repeat(65_820)],
  ])("names an internet provider as its list does (%#)", async (written, name) => {
    const places = await openList(`9.0.0.0,9.0.0.255,0,First\r\n9.0.1.0,9.0.1.255,64500,${written}\r\n`);
    onTestFinished(() => places.close());
    expect(places.find("9.0.1.1")).toMatchObject({ asn: 64_500, isp: name });
    expect(places.find("9.0.0.1")).toMatchObject({ asn: 0, isp: "First" });
  });

  it.each([
    "9.0.0.1,9.0.0.0,1,Backwards",
    "9.0.0,9.0.0.9,1,Short",
    "9.0.0.0,9.0.0.9,AS1,Word",
    "9.0.0.0,9.0.0.9",
  ])("is not built from a list with the invalid line %s", (line) => {
    expect(() => parseNetworks([`9.0.0.0,9.0.0.9,1,Right\n${line}\n`])).toThrow(JSON.stringify(line));
  });

  it("returns the same network as a search through the whole list", () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 12 }), fc.array(anyAddress), (ranges, addresses) => {
        const ordered = sortRanges(ranges);
        const tree = buildTree(ordered);
        const edges = ordered.flatMap(({ start, end }) => [start - 1n, start, end, end + 1n]);
        for (const address of [...edges, ...addresses].filter(isAddress))
          expect(recordIn(tree, address)).toBe(recordAmong(ordered, address));
      }),
    );
  });

  it("assigns one network to each address that occurs in a list, even if ranges overlap", () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 12 }), fc.array(anyAddress), (ranges, addresses) => {
        const ordered = sortRanges(ranges);
        for (const [place, { start, end }] of ordered.entries()) {
          expect(start <= end).toBe(true);
          expect((ordered[place - 1]?.end ?? -1n) < start).toBe(true);
        }
        for (const address of addresses) {
          const wanted = ranges.filter((range) => range.start <= address && address <= range.end);
          const found = recordAmong(ordered, address);
          expect(
            wanted.length === 0 ? found === undefined : wanted.some(({ record }) => record === found),
          ).toBe(true);
        }
      }),
    );
  });
});

/** Most addresses are close together, near both ends of IPv4 and far beyond it. The ranges therefore touch, overlap and nest. */
const anyAddress = fc.oneof(
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 2n ** 32n - 300n, max: 2n ** 32n + 300n }),
  fc.bigInt({ min: 2n ** 125n, max: 2n ** 125n + 300n }),
  fc.constantFrom(2n ** 128n - 1n, 2n ** 127n),
);
const anyRange: fc.Arbitrary<AddressRange> = fc
  .tuple(anyAddress, fc.bigInt({ min: 0n, max: 90n }), fc.nat({ max: 3 }))
  .map(([start, more, record]) => ({
    start,
    end: start + more < MAX_ADDRESS ? start + more : MAX_ADDRESS,
    record,
  }));
const MAX_ADDRESS = 2n ** 128n - 1n;

const isAddress = (value: bigint) => value >= 0n && value <= MAX_ADDRESS;
const recordAmong = (ranges: readonly AddressRange[], address: bigint) =>
  ranges.find(({ start, end }) => start <= address && address <= end)?.record;

/** Looks an address up by descending the tree bit by bit, as readers of the file do. */
function recordIn({ lefts, rights }: ReturnType<typeof buildTree>, address: bigint): number | undefined {
  let at = 0;
  for (let bit = 127n; bit >= 0n && at >= 0; bit--)
    at = ((address >> bit) & 1n ? rights : lefts)[at] as number;
  return at <= -2 ? -2 - at : undefined;
}
