import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { anchorsIn } from "../check/document-links.ts";
import { ALERT_RULES } from "./alerts.ts";
import { createDashboard, DASHBOARD_ROWS } from "./dashboard.ts";
import { metricsOf, PROCESS_NAMES } from "./metrics.ts";

const INCIDENTS_PATH = "docs/operate/incidents.md";
const RULES_HEAD = `# Made by \`npm run monitoring\` from the metrics that exist. "page" wakes the operator, "ticket" waits for the morning; \`runbook\` is a
# place in the repository.
`;

/** Returns all generated files, by their path in the repository. */
function monitoringFiles(): Record<string, string> {
  return {
    "deploy/prometheus/rules.yaml": RULES_HEAD + stringify(createRules(), { lineWidth: 0 }),
    "deploy/grafana/shoal.json": `${JSON.stringify(createDashboard(), null, 2)}\n`,
  };
}

/** Finds expressions with unknown metrics, alerts without a paragraph in the manual, and outdated generated files. */
export function monitoringFaults(): string[] {
  const names = new Set(PROCESS_NAMES.flatMap(metricsOf));
  const anchors = anchorsIn(readFileSync(join(REPOSITORY_ROOT, INCIDENTS_PATH), "utf8"));
  const expressions = [
    ...ALERT_RULES.map(({ expression }) => expression),
    ...Object.values(DASHBOARD_ROWS).flatMap((row) =>
      row.flatMap(({ lines }) => lines.map(([expression]) => expression)),
    ),
  ];
  const unknown = expressions.flatMap((expression) =>
    metricsIn(expression)
      .filter((name) => !names.has(name) && !names.has(name.replace(/_(bucket|sum|count)$/, "")))
      .map((name) => `${name} is no metric of any process: ${expression}`),
  );
  const homeless = ALERT_RULES.filter(({ heading }) => !anchors.has(toAnchor(heading))).map(
    ({ name, heading }) => `${name}: "${heading}" is no heading of ${INCIDENTS_PATH}`,
  );
  const changed = Object.entries(monitoringFiles())
    .filter(([file, text]) => readText(file) !== text)
    .map(([file]) => `${file} is not what the metrics say: run npm run monitoring`);
  return [...unknown, ...homeless, ...changed];
}

/** Returns the metrics in an expression. @example metricsIn("rate(shoal_a_total[5m])") // ["shoal_a_total"] */
export const metricsIn = (expression: string): string[] =>
  expression.replace(/\{[^}]*\}/g, "").match(/\b(?:shoal|nodejs|process)_\w+/g) ?? [];

const createRules = (): object => ({
  groups: [
    {
      name: "shoal",
      rules: ALERT_RULES.map(({ name, expression, for: lasting, severity, summary, heading }) => ({
        alert: name,
        expr: expression,
        for: lasting,
        labels: { severity },
        annotations: { summary, runbook: `${INCIDENTS_PATH}#${toAnchor(heading)}` },
      })),
    },
  ],
});

const toAnchor = (heading: string): string => [...anchorsIn(`# ${heading}`)][0] ?? "";

function readText(file: string): string | undefined {
  try {
    return readFileSync(join(REPOSITORY_ROOT, file), "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.main)
  for (const [file, text] of Object.entries(monitoringFiles()))
    await writeFile(join(REPOSITORY_ROOT, file), text);
