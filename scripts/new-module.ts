/** `npm run new:module -- notes [wing]`: creates a working module of the API. Prints the created and changed files. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { REPOSITORY_ROOT } from "../apps/start/src/settings.ts";
import { createModule } from "./new-module/new-module.ts";

const [slug = "", wing = "media"] = process.argv.slice(2);
const createdFiles = await createModule(REPOSITORY_ROOT, slug, wing);
const formattedFiles = createdFiles.filter((path) => path.endsWith(".ts"));
execFileSync(join(REPOSITORY_ROOT, "node_modules/.bin/biome"), ["check", "--write", ...formattedFiles], {
  cwd: REPOSITORY_ROOT,
});
// This runs in a separate process, because this process has loaded the contract as it was before the change.
execFileSync(process.execPath, ["scripts/check/openapi.ts"], { cwd: REPOSITORY_ROOT });
const allFiles = [...createdFiles, "docs/openapi.json"];
console.log(`${allFiles.length} files:\n${allFiles.map((path) => `  ${path}`).join("\n")}`);
console.log(
  "Next, write its texts in English and French, its decisions, and which API keys may call it; npm run check finds what is missing.",
);
