import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { VpnNetworks } from "./vpn-networks.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-vpns-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function openList(text: string): Promise<VpnNetworks> {
  const path = join(folder, "list.txt");
  await writeFile(path, text);
  return VpnNetworks.open(path);
}

it("a list contains addresses, subnets and autonomous systems, ignoring comments", async () => {
  const networks = await openList(
    "# a list\n\n192.0.2.7\n198.51.100.0/24 # hosting\n2001:db8::/32\r\nas64500\n",
  );
  expect(networks.has("192.0.2.7", null)).toBe(true);
  expect(networks.has("192.0.2.8", null)).toBe(false);
  expect(networks.has("198.51.100.255", null)).toBe(true);
  expect(networks.has("2001:db8:1::1", null)).toBe(true);
  expect(networks.has("203.0.113.1", 64_500)).toBe(true);
  expect(networks.has("203.0.113.1", 64_501)).toBe(false);
  expect(networks.has("", null)).toBe(false);
});

it.each(["example.org", "10.0.0.0/33", "10.0.0.0/8/9", "AS", "10.0.0"])(
  "a list with %s is refused with an error that names the line",
  async (entry) => {
    await expect(openList(`192.0.2.7\n${entry}\n`)).rejects.toThrow(`line 2: ${JSON.stringify(entry)}`);
  },
);

it("no address is a VPN without a list", async () => {
  expect((await VpnNetworks.open(undefined)).has("192.0.2.7", 64_500)).toBe(false);
});
