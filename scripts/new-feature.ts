/** `npm run new:feature -- notes`: creates a working dashboard screen for a module. Prints the created and changed files. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { REPOSITORY_ROOT } from "../apps/start/src/settings.ts";
import { createFeature } from "./new-feature/new-feature.ts";

const [slug = ""] = process.argv.slice(2);
const createdFiles = await createFeature(REPOSITORY_ROOT, slug);
execFileSync(join(REPOSITORY_ROOT, "node_modules/.bin/biome"), ["check", "--write", ...createdFiles], {
  cwd: REPOSITORY_ROOT,
});
console.log(`${createdFiles.length} files:\n${createdFiles.map((path) => `  ${path}`).join("\n")}`);
console.log(
  "Next, write its texts in English and French, and what it shows; npm run check finds what is missing.",
);
