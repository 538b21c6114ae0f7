import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { Settings as ApiSettings } from "../../apps/api/src/config.ts";
import { EdgeSettings } from "../../apps/edge/src/config.ts";
import { IngestSettings } from "../../apps/ingest/src/config.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { WorkerSettings } from "../../apps/worker/src/config.ts";

export const SETTINGS_FILE = join(REPOSITORY_ROOT, "docs/settings.md");

const SETTINGS_BY_PROCESS: Record<string, z.ZodObject> = {
  api: ApiSettings,
  edge: EdgeSettings,
  ingest: IngestSettings,
  worker: WorkerSettings,
};

/** Defaults that depend on the machine or on the location of the repository. The page describes them instead of stating a value. */
const MACHINE_DEFAULTS: Record<string, string> = {
  WORKER_SLOTS: "one per core",
  LIVE_CORES: "85 % of the cores",
  WORK_DIR: "`shoal-worker` in the temporary folder",
  PLAYER_DIR: "the built player",
  PLUGIN_DIR: "the built plugin",
};

/** The units of settings by the suffix of their names. The first matching suffix applies. */
const UNITS_BY_SUFFIX: readonly [RegExp, string][] = [
  [/^LIMIT_/, "attempts/seconds"],
  [/(^|_)PORT$/, "port"],
  [/_PORTS$/, "ports, by comma"],
  [/_BYTES$/, "bytes"],
  [/_GB(_|$)/, "GB"],
  [/_MB(_|$)/, "MB"],
  [/_KBPS(_|$)/, "kbps"],
  [/_MS$/, "ms"],
  [/_SEC$/, "s"],
  [/_HOURS$/, "hours"],
  [/_DAYS$/, "days"],
  [/_MAX_MINUTES$/, "minutes"],
  [/_PER_MINUTE$/, "per minute"],
  [/(_URL|^EDGE_CLUSTER|_ORIGINS)$/, "URL"],
  [/(^|_)HOST$/, "address"],
  [/(_DIR|_FILE|_DB|^VPN_NETWORKS|^MEDIA_STORE)$/, "path"],
];

/** Returns the text that `docs/settings.md` must have. */
export function settingsText(): string {
  const parts = Object.entries(SETTINGS_BY_PROCESS).map(([name, settings]) => {
    const required = requiredOf(settings);
    const meanings = meaningsOf(name, Object.keys(settings.shape));
    const rows = Object.entries(settings.shape).map(([setting, schema], index) => {
      const meaning = meanings[index] ?? "";
      const usual = required.has(setting) ? "required" : defaultOf(setting, schema as z.ZodType);
      return `| \`${setting}\` | ${escapeCell(meaning)} | ${escapeCell(usual)} | ${unitOf(setting)} |`;
    });
    return `## ${name}\n\n| setting | meaning | default | unit |\n|---|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `${PAGE_HEAD}\n${parts.join("\n")}`;
}

const PAGE_HEAD = `# Settings

Settings are environment variables. Each process reads its own, refuses to start when one is wrong, and names all faults at once.
This page is made from their \`config.ts\` by \`npm run settings\`.

## npm start

On one machine, \`npm start\` sets secrets, engines and addresses itself and passes the rest of the environment on, so that the settings
below work there too. Its own are:

| setting | meaning | default | unit |
|---|---|---|---|
| \`SHOAL_DATA\` | Folder of all data and of the logs \`shoal.log\`, \`postgres.log\` and \`clickhouse.log\`, which rotate and take 150 MB at most. | \`data\` in the repository | path |
| \`PORT\` | Where browsers reach the dashboard. | 8080 | port |
| \`EDGE_PORT\` | Where viewers reach the edge. | 8090 | port |
| \`INTERNAL_PORT\` | Readiness and metrics of the api, for this machine alone. | \`PORT\` + 2 | port |
| \`EDGE_INTERNAL_PORT\` | Readiness and metrics of the edge, for this machine alone. | \`EDGE_PORT\` + 2 | port |
| \`INGEST_INTERNAL_PORT\` | Readiness and metrics of the ingest, for this machine alone. | a free one | port |
| \`CDN_PORT\` | Where nginx serves [CDN entries](cdn.md); set, nginx runs from the start on. Needs Debian's \`nginx-light\`. | \`EDGE_PORT\` + 5 | port |
| \`WORKERS\` | Worker processes. | 1 | – |
| \`WORKER_DATABASE_URL\` | PostgreSQL with a role of workers that the operator has made: [PostgreSQL](operate/postgresql.md). | the api makes the role | URL |

Listening addresses are loopback unless \`HOST\` says otherwise; \`DATABASE_URL\` and \`CLICKHOUSE_URL\` name engines of your own instead of
the embedded ones; mails are files in the data folder until \`SMTP_URL\` is set.
`;

/** Reads the comment of each setting that has one. @returns the comments by the setting's name. */
function commentsIn(source: string): Map<string, string> {
  const entries = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*([A-Z][A-Z0-9_]*):/g);
  return new Map(
    [...entries].map(([, comment = "", setting = ""]) => [
      setting,
      comment
        .replace(/\s*\n\s*\* ?/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    ]),
  );
}

/**
 * Returns the meanings of settings. A setting without a comment has the meaning that another process states, or the meaning of the
 * preceding setting.
 */
function meaningsOf(process: string, names: readonly string[]): string[] {
  const own = commentsOf(process);
  let before: string | undefined;
  return names.map((name) => {
    const elsewhere = Object.keys(SETTINGS_BY_PROCESS).map((each) => commentsOf(each).get(name));
    const meaning = own.get(name) ?? elsewhere.find(Boolean) ?? before;
    if (meaning === undefined)
      throw new Error(`${name} of the ${process} has no comment that says what it means`);
    before = meaning;
    return meaning;
  });
}

const commentsOf = (process: string): Map<string, string> =>
  commentsIn(readFileSync(join(REPOSITORY_ROOT, `apps/${process}/src/config.ts`), "utf8"));

/** Returns the settings that are required in an empty environment. */
export const requiredOf = (settings: z.ZodObject): Set<PropertyKey | undefined> =>
  new Set(settings.safeParse({}).error?.issues.map(({ path }) => path[0]));

function defaultOf(setting: string, schema: z.ZodType): string {
  const text = MACHINE_DEFAULTS[setting];
  if (text !== undefined) return text;
  const usual = formatValue(schema.safeParse(undefined).data);
  return usual === "" ? "–" : `\`${usual}\``;
}

/** Returns a default as it would be written in the environment. */
function formatValue(value: unknown): string {
  if (value === undefined) return "";
  if (value instanceof Set || Array.isArray(value)) return [...value].join(",");
  if (typeof value === "object" && value !== null && "attempts" in value && "windowSec" in value)
    return `${value.attempts}/${value.windowSec}`;
  return String(value);
}

const unitOf = (setting: string): string => UNITS_BY_SUFFIX.find(([name]) => name.test(setting))?.[1] ?? "–";

const escapeCell = (text: string): string => text.replaceAll("|", "\\|");

if (import.meta.main) await writeFile(SETTINGS_FILE, settingsText());
