// Builds the bundled database of networks (autonomous systems) from the lists on npm.
//   node scripts/build/networks.ts
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { encodeMmdb } from "./networks/mmdb.ts";
import { parseNetworks } from "./networks/network-lists.ts";
import { buildTree, sortRanges } from "./networks/range-tree.ts";

const require = createRequire(import.meta.url);
const PACKAGE_PATH = require.resolve("@ip-location-db/asn/package.json");
const LIST_PATHS = [
  require.resolve("@ip-location-db/asn/asn-ipv4.csv"),
  require.resolve("@ip-location-db/asn/asn-ipv6.csv"),
];
const OUTPUT_PATH = join(REPOSITORY_ROOT, "packages/places/dist/networks.mmdb");
const DATABASE_DESCRIPTION =
  "RouteViews (routeviews.org), NRO (nro.net), IP Geolocation by DB-IP (https://db-ip.com); CC BY 4.0";

const { version } = JSON.parse(await readFile(PACKAGE_PATH, "utf8")) as { version: string };
const listTexts = LIST_PATHS.map((path) => readFile(path, "utf8"));
const { ranges, records } = parseNetworks(await Promise.all(listTexts));
const databaseInfo = { databaseType: "ASN", description: DATABASE_DESCRIPTION, builtAt: dateIn(version) };
await mkdir(dirname(OUTPUT_PATH), { recursive: true });
// The file is replaced atomically, so running processes read either the old or the new file, and never a partial one.
await writeFile(`${OUTPUT_PATH}.new`, encodeMmdb(buildTree(sortRanges(ranges)), records, databaseInfo));
await rename(`${OUTPUT_PATH}.new`, OUTPUT_PATH);

/** Parses the date of a version from its last part, as in 2.3.2026061719. */
function dateIn(text: string): Date {
  const [, year, month, day, hour] = /\.(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year === undefined) throw new Error(`@ip-location-db/asn ${text} does not say when it was made`);
  return new Date(`${year}-${month}-${day}T${hour}:00:00Z`);
}
