import { copyFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type PlaceFiles, Places } from "./places.ts";

const SHIPPED_DATABASE = createRequire(import.meta.url).resolve(
  "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
);
const NO_FILES: PlaceFiles = { countryDb: undefined, asnDb: undefined, vpnNetworks: undefined };
/** A name server of the University of Oslo. */
const NORWEGIAN_ADDRESS = "129.240.2.3";

let folder: string;
const openedPlaces: Places[] = [];
async function openPlaces(...how: Parameters<typeof Places.open>): Promise<Places> {
  const places = await Places.open(...how);
  openedPlaces.push(places);
  return places;
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-places-"));
});
afterEach(async () => {
  for (const places of openedPlaces.splice(0)) places.close();
  await rm(folder, { recursive: true });
});

describe("find", () => {
  let places: Places;
  beforeAll(async () => {
    places = await Places.open(NO_FILES);
  });
  afterAll(() => places.close());

  it("returns the country and internet provider from the bundled databases, or unknown", () => {
    expect(places.find(NORWEGIAN_ADDRESS)).toEqual({
      country: "NO",
      asn: 224,
      isp: expect.stringContaining("SIKT"),
      networkPrefix: "129.240.2.0/24",
      isVpn: false,
    });
    const shipped = { isOperators: false, builtAt: expect.any(Date) };
    expect(places.origins).toEqual({ country: shipped, asn: shipped, vpn: null });
  });

  it.each([
    ["8.8.8.8", 15_169],
    ["::ffff:8.8.8.8", 15_169],
    ["2001:4860:4860::8888", 15_169],
    ["192.0.2.1", null],
    ["2001:db8::1", null],
    ["::", null],
  ])("returns for %s the autonomous system %s", (address, asn) => {
    expect(places.find(address).asn).toBe(asn);
  });

  it("an address counts as a VPN if its autonomous system is listed", async () => {
    const vpnNetworks = join(folder, "vpns.txt");
    await writeFile(vpnNetworks, "AS15169\n");
    const listed = await openPlaces({ ...NO_FILES, vpnNetworks });
    expect(["8.8.8.8", NORWEGIAN_ADDRESS].map((address) => listed.find(address).isVpn)).toEqual([
      true,
      false,
    ]);
  });

  it.each(["10.1.2.3", "172.16.3.3", "192.168.1.1", "127.0.0.1", "fd00::1", "::ffff:192.168.1.1"])(
    "returns neither country nor provider for the private address %s",
    (address) => {
      expect(places.find(address)).toMatchObject({ country: null, asn: null, isp: null });
    },
  );
});

describe("files of the operator", () => {
  it("replaced files are read again without a restart", async () => {
    const vpnNetworks = join(folder, "vpns.txt");
    await writeFile(vpnNetworks, "192.0.2.0/24\n");
    const places = await openPlaces({ ...NO_FILES, vpnNetworks });
    expect(places.find(NORWEGIAN_ADDRESS).isVpn).toBe(false);
    await writeFile(`${vpnNetworks}.new`, "129.240.0.0/16\n");
    await rename(`${vpnNetworks}.new`, vpnNetworks);
    await places.refresh();
    expect(places.find(NORWEGIAN_ADDRESS).isVpn).toBe(true);
  });

  it("the old file stays in use while its replacement is unreadable, which is reported once", async () => {
    const countryDb = join(folder, "countries.mmdb");
    await copyFile(SHIPPED_DATABASE, countryDb);
    const onFault = vi.fn();
    const places = await openPlaces({ ...NO_FILES, countryDb }, onFault);
    expect(places.origins.country.isOperators).toBe(true);
    await writeFile(countryDb, "half of a file");
    await places.refresh();
    await places.refresh();
    expect(onFault).toHaveBeenCalledTimes(1);
    expect(places.find(NORWEGIAN_ADDRESS).country).toBe("NO");
    await rm(countryDb);
    await places.refresh();
    expect(onFault).toHaveBeenCalledTimes(2);
  });

  it("opening fails if a file is missing", async () => {
    await expect(Places.open({ ...NO_FILES, asnDb: join(folder, "none.mmdb") })).rejects.toThrow("ENOENT");
  });
});
