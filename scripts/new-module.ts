/** `npm run new:module -- notes [wing]`: creates a working module of the API. Prints the created and changed files. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../apps/start/src/settings.ts";
import { makeModule } from "./new-module/new-module.ts";

const [slug = "", wing = "media"] = process.argv.slice(2);
const files = await makeModule(ROOT, slug, wing);
const formatted = files.filter((path) => path.endsWith(".ts"));
execFileSync(join(ROOT, "node_modules/.bin/biome"), ["check", "--write", ...formatted], { cwd: ROOT });
// This runs in a separate process, since this one has loaded the contract before the change.
execFileSync(process.execPath, ["scripts/check/openapi.ts"], { cwd: ROOT });
const all = [...files, "docs/openapi.json"];
console.log(`${all.length} files:\n${all.map((path) => `  ${path}`).join("\n")}`);
console.log(
  "Next, write its texts in English and French, its decisions, and which API keys may call it; npm run check finds what is missing.",
);
