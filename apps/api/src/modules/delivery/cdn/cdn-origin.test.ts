import type { FetchPolicy } from "@shoal/safe-fetch";
import { expect, test } from "vitest";
import { assertOrigin } from "./cdn-origin.ts";

const INNER = "points to an address that is not allowed";
const OURS = "leads back to this platform";
const addresses: Record<string, string> = {
  "files.example.org": "1.0.0.1",
  "inner.example.org": "10.0.0.1",
  "metadata.example.org": "169.254.169.254",
  "mapped.example.org": "::ffff:10.0.0.1",
};
const policy: FetchPolicy = {
  isPrivateAllowed: false,
  ports: [80, 443, 8_443],
  resolve: async (host) => {
    const address = addresses[host] ?? "1.1.1.1";
    return [{ address, family: address.includes(":") ? 6 : 4 }];
  },
};
const ownHosts = ["edge.example.net", "cdn.example.net:8443"];

test.each([
  ["http://inner.example.org/", INNER],
  ["https://metadata.example.org/latest/", INNER],
  ["http://mapped.example.org/", INNER],
  ["https://edge.example.net/cdn/abcdefghijkl/", OURS],
  ["http://edge.example.net/", OURS],
  ["https://EDGE.example.net/", OURS],
  ["https://edge.example.net./cdn/abcdefghijkl/", OURS],
  ["https://edge.example.net.:443/", OURS],
  ["https://cdn.example.net.:8443/", OURS],
])("an origin at %s is refused: it %s", async (origin, reason) => {
  await expect(assertOrigin(origin, { policy, ownHosts })).rejects.toMatchObject({
    fields: [{ path: "originUrl", reason }],
  });
});

test("accepts origins on other hosts, even with names similar to our own", async () => {
  for (const origin of [
    "https://files.example.org/",
    "https://cdn.example.net/",
    "https://myedge.example.net/",
  ])
    await expect(assertOrigin(origin, { policy, ownHosts })).resolves.toBeUndefined();
});
