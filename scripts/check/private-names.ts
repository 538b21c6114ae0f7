import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PLUGIN_ADAPTERS, PLUGIN_CONSENT, PLUGIN_NOTES, PLUGIN_OVERLAY } from "../build/plugin.ts";
import { PRIVATE_NAMES } from "../build/plugin-names.ts";
import { ROOT } from "../start/settings.ts";

/** Who must not know a name that the core's build shortens, and by which files that is seen. */
const OTHERS: Record<string, string[]> = {
  "a browser": ["node_modules/@typescript/*/lib/lib.*.d.ts"],
  "the wire": ["packages/contract/src/**/*.ts", "packages/p2p/src/protocol/{tracker-messages,ticket}.ts"],
  "the public types": ["packages/sdk/types/*.d.ts"],
};
const SOURCES = ["packages/{p2p,sdk}/src/**/*.ts"];
/** Of payments and credentials, which the core has nothing to do with. */
const BROWSERS_OF_NO_USE = new Set(["requestId"]);

/** @param outDir where the plugin was built. @returns what is wrong with the list of names, a line each. */
export async function findSharedNames(outDir: string): Promise<string[]> {
  const others = Object.entries(OTHERS).map(
    async ([who, patterns]) => [who, await wordsIn(ROOT, patterns)] as const,
  );
  const scripts = [...PLUGIN_ADAPTERS, PLUGIN_OVERLAY, PLUGIN_CONSENT, PLUGIN_NOTES].map(
    (name) => `${name}.js`,
  );
  const known = [
    ...(await Promise.all(others)),
    ["another script", await wordsIn(outDir, scripts)] as const,
    // Where it stayed, it is a text.
    ["the built core", await wordsIn(outDir, ["shoal.js", "shoal.mjs"])] as const,
  ];
  const sources = await wordsIn(ROOT, SOURCES);
  return PRIVATE_NAMES.flatMap((name) => {
    const faults = known
      .filter(([who, words]) => words.has(name) && !(who === "a browser" && BROWSERS_OF_NO_USE.has(name)))
      .map(([who]) => `plugin-names.ts: ${who} knows ${name} too`);
    return sources.has(name) ? faults : [...faults, `plugin-names.ts: nothing is called ${name} any more`];
  });
}

/** All words, but those of comments that have lines of their own. @throws Error when nothing matches a pattern. */
async function wordsIn(folder: string, patterns: string[]): Promise<Set<string>> {
  const words = new Set<string>();
  for (const pattern of patterns) {
    let count = 0;
    for await (const file of glob(pattern, { cwd: folder })) {
      if (file.includes(".test.")) continue;
      count += 1;
      const text = await readFile(join(folder, file), "utf8");
      // Only those at the beginning of a line: in built files, "//" stands in texts too.
      const code = text.replace(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, "");
      for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);
    }
    if (count === 0) throw new Error(`scripts/check/private-names.ts: nothing is ${pattern}`);
  }
  return words;
}
