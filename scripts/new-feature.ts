/** `npm run new:feature -- notes`: creates a working dashboard screen for a module. Prints the created and changed files. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../apps/start/src/settings.ts";
import { makeFeature } from "./new-feature/new-feature.ts";

const [slug = ""] = process.argv.slice(2);
const files = await makeFeature(ROOT, slug);
execFileSync(join(ROOT, "node_modules/.bin/biome"), ["check", "--write", ...files], { cwd: ROOT });
console.log(`${files.length} files:\n${files.map((path) => `  ${path}`).join("\n")}`);
console.log(
  "Next, write its texts in English and French, and what it shows; npm run check finds what is missing.",
);
