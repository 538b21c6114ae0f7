import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openApiOf, routes } from "@shoal/contract";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { CALLS_FILE, clientCallsText } from "../build/client-calls.ts";
import { buildApiReport, REPORTED_PACKAGES, reportFileOf } from "../build/npm-packages.ts";

/** Returns the OpenAPI document as it must be committed. */
export function openApiText(): string {
  return `${JSON.stringify(openApiOf(routes, { title: "Shoal", version: "0.1.0" }), null, 2)}\n`;
}

if (import.meta.main) {
  await writeFile(join(REPOSITORY_ROOT, "docs/openapi.json"), openApiText());
  await writeFile(CALLS_FILE, clientCallsText());
  for (const folder of REPORTED_PACKAGES) await writeFile(reportFileOf(folder), await buildApiReport(folder));
}
