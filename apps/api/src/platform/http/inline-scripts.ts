import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const INLINE_SCRIPT = /<script>([^<]*)<\/script>/g;

/**
 * The scripts that stand in the dashboard's page itself, as sources of its Content-Security-Policy: they run, and no
 * other inline script does.
 * @param folder of the built dashboard; "" or one without a page has none.
 * @example inlineScriptsOf("/srv/dashboard") // ["'sha256-…'"]
 */
export function inlineScriptsOf(folder: string): string[] {
  if (!folder) return [];
  let page: string;
  try {
    page = readFileSync(join(folder, "index.html"), "utf8");
  } catch {
    // Who has no dashboard finds out where it is served.
    return [];
  }
  return [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
