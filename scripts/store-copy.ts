/**
 * `npm run store:copy -- --from /var/lib/shoal/media --to 's3://bucket/…'`: copies all media into another store, while the
 * platform is stopped. It can be interrupted and restarted at any time.
 */
import { parseArgs } from "node:util";
import { copyStore, openOneStore } from "@shoal/store";
import { openTransitFolder } from "./open-transit-folder.ts";

const { from, to } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } }).values;
if (!from || !to) throw new Error("Say --from and --to: folders, or s3:// addresses");
const options = { settings: process.env };
const workFolder = await openTransitFolder();
let seen = 0;
const { copied, copiedBytes, there } = await copyStore({
  from: await openOneStore(from, options),
  to: await openOneStore(to, options),
  workFolder,
  onObject() {
    if (++seen % 1_000 === 0) console.log(`${seen} objects`);
  },
});
console.log(
  `${copied} objects copied (${Math.round(copiedBytes / 1_000_000)} MB), ${there} were there already`,
);
// Idle connections would keep the process alive for some seconds.
process.exit();
