/**
 * A process that moves media and is killed by the test. Arguments: the stores, the folder for its files, and the file that
 * lists arriving sources.
 */
import { readFile } from "node:fs/promises";
import { moveStore } from "../move-store.ts";
import { openOneStore } from "../open-media-store.ts";

const [from = "", to = "", workFolder = "", arrivingFile = ""] = process.argv.slice(2);
const options = { settings: process.env };
const result = await moveStore({
  from: await openOneStore(from, options),
  to: await openOneStore(to, options),
  workFolder,
  listArriving: async () => new Set<string>(JSON.parse(await readFile(arrivingFile, "utf8"))),
});
process.stdout.write(JSON.stringify(result));
process.exit();
