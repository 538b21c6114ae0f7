// Builds the bundled database of networks (autonomous systems) from the lists on npm.
//   node scripts/build/networks.ts
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "../../apps/start/src/settings.ts";
import { encodeMmdb } from "./networks/mmdb.ts";
import { readNetworks } from "./networks/network-lists.ts";
import { inOrder, treeOf } from "./networks/range-tree.ts";

const require = createRequire(import.meta.url);
const PACKAGE = require.resolve("@ip-location-db/asn/package.json");
const LISTS = [
  require.resolve("@ip-location-db/asn/asn-ipv4.csv"),
  require.resolve("@ip-location-db/asn/asn-ipv6.csv"),
];
const OUT = join(ROOT, "packages/places/dist/networks.mmdb");
const DESCRIPTION =
  "RouteViews (routeviews.org), NRO (nro.net), IP Geolocation by DB-IP (https://db-ip.com); CC BY 4.0";

const { version } = JSON.parse(await readFile(PACKAGE, "utf8")) as { version: string };
const lists = LISTS.map((path) => readFile(path, "utf8"));
const { ranges, records } = readNetworks(await Promise.all(lists));
const about = { databaseType: "ASN", description: DESCRIPTION, builtAt: dateIn(version) };
await mkdir(dirname(OUT), { recursive: true });
// Running processes read either the old file or the new one, never a partial one.
await writeFile(`${OUT}.new`, encodeMmdb(treeOf(inOrder(ranges)), records, about));
await rename(`${OUT}.new`, OUT);

/** Parses the date of a version from its last part, as in 2.3.2026061719. */
function dateIn(text: string): Date {
  const [, year, month, day, hour] = /\.(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) throw new Error(`@ip-location-db/asn ${text} does not say when it was made`);
  return new Date(`${year}-${month}-${day}T${hour}:00:00Z`);
}
