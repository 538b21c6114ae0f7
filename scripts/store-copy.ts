/**
 * `npm run store:copy -- --from /var/lib/shoal/media --to 's3://bucket/…'`: copies all media into another store, while the
 * platform is stopped. It can be interrupted and restarted at any time.
 */
import { parseArgs } from "node:util";
import { copyStore, openOneStore } from "@shoal/store";
import { openTransitFolder } from "./open-transit-folder.ts";

const { from, to } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } }).values;
if (!from || !to) throw new Error("Say --from and --to: folders, or s3:// addresses");
const storeOptions = { settings: process.env };
const workFolder = await openTransitFolder();
let seenCount = 0;
const { copied, copiedBytes, there } = await copyStore({
  from: await openOneStore(from, storeOptions),
  to: await openOneStore(to, storeOptions),
  workFolder,
  onObject() {
    if (++seenCount % 1_000 === 0) console.log(`${seenCount} objects`);
  },
});
console.log(
  `${copied} objects copied (${Math.round(copiedBytes / 1_000_000)} MB), ${there} were there already`,
);
// Idle connections would keep the process alive for some seconds.
process.exit();
