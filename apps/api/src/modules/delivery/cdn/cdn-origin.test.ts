import type { FetchPolicy } from "@shoal/safe-fetch";
import { expect, test } from "vitest";
import { assertOrigin } from "./cdn-origin.ts";

const PRIVATE_ADDRESS_REASON = "points to an address that is not allowed";
const OWN_ADDRESS_REASON = "leads back to this platform";
const addressesByHost: Record<string, string> = {
  "files.example.org": "1.0.0.1",
  "inner.example.org": "10.0.0.1",
  "metadata.example.org": "169.254.169.254",
  "mapped.example.org": "::ffff:10.0.0.1",
};
const fetchPolicy: FetchPolicy = {
  isPrivateAllowed: false,
  ports: [80, 443, 8_443],
  resolve: async (host) => {
    const address = addressesByHost[host] ?? "1.1.1.1";
    return [{ address, family: address.includes(":") ? 6 : 4 }];
  },
};
const ownHosts = ["edge.example.net", "cdn.example.net:8443"];

test.each([
  ["http://inner.example.org/", PRIVATE_ADDRESS_REASON],
  ["https://metadata.example.org/latest/", PRIVATE_ADDRESS_REASON],
  ["http://mapped.example.org/", PRIVATE_ADDRESS_REASON],
  ["https://edge.example.net/cdn/abcdefghijkl/", OWN_ADDRESS_REASON],
  ["http://edge.example.net/", OWN_ADDRESS_REASON],
  ["https://EDGE.example.net/", OWN_ADDRESS_REASON],
  ["https://edge.example.net./cdn/abcdefghijkl/", OWN_ADDRESS_REASON],
  ["https://edge.example.net.:443/", OWN_ADDRESS_REASON],
  ["https://cdn.example.net.:8443/", OWN_ADDRESS_REASON],
])("an origin at %s is refused: it %s", async (origin, reason) => {
  await expect(assertOrigin(origin, { policy: fetchPolicy, ownHosts })).rejects.toMatchObject({
    fields: [{ path: "originUrl", reason }],
  });
});

test("accepts origins on other hosts, even with names similar to our own", async () => {
  for (const origin of [
    "https://files.example.org/",
    "https://cdn.example.net/",
    "https://myedge.example.net/",
  ])
    await expect(assertOrigin(origin, { policy: fetchPolicy, ownHosts })).resolves.toBeUndefined();
});
