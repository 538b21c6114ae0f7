import { loadavg } from "node:os";
import type { FailedLine, TestLine } from "./outcome.ts";
import type { StageResult } from "./run-stage.ts";

/** The number of last lines that truncated logs keep. The failures must be among them. */
const MAX_LINES = 55;
/** The maximum number of characters of a message. The rest is further up in the log. */
const MAX_MESSAGE_CHARS = 220;

export interface SummaryOptions {
  stages: readonly StageResult[];
  seed: number;
  timeZone: string;
  /** The reason why the run was aborted. */
  ended?: string | undefined;
  /** The commands of processes that were still running after the tests. */
  left: readonly string[];
  /** The location of traces, screenshots and logs of failures. */
  kept?: string | undefined;
}

/** Returns the end of a run's output. The last line is `N passed, N failed`. */
export function formatSummary(options: SummaryOptions): string[] {
  const { stages, seed, timeZone } = options;
  const times = stages.map(({ project, tookSec }) => `${project} ${tookSec} s`).join(", ");
  const slowest = stages.flatMap((stage) => stage.slowest).sort((a, b) => b.durationMs - a.durationMs);
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(" ");
  const tail = [
    `Slowest: ${slowest.slice(0, 3).map(shortOf).join(" · ")}`,
    `${times}; seed ${seed}; ${timeZone}; load average ${load}`,
    ...(options.kept ? [`Kept of what failed: ${options.kept}`] : []),
    ...options.left.map((command) => `Left running, and ended now: ${command}`),
    closingLine(stages, options.ended),
  ];
  return [...formatFailures(options, MAX_LINES - tail.length), ...tail];
}

function formatFailures({ stages, ended }: SummaryOptions, mostLines: number): string[] {
  const running = ended ? stages.flatMap((stage) => stage.running) : [];
  const lines = [
    ...(ended ? [ended, ...running.map((test) => `  was running: ${titleOf(test)}`)] : []),
    ...stages.flatMap(({ failed }) => failed.flatMap(faultLines)),
    ...stages.filter(hasFailedWithoutTest).map(({ project }) => `FAILED ${project}: it ended by itself`),
  ];
  return lines.length <= mostLines
    ? lines
    : [...lines.slice(0, mostLines - 1), `… and ${lines.length - mostLines + 1} lines more, further up`];
}

function faultLines(test: FailedLine): string[] {
  const place = test.error.place ? ` (${test.error.place})` : "";
  const message = test.error.message.split("\n").map((line) => `    ${line.slice(0, MAX_MESSAGE_CHARS)}`);
  return [`FAILED ${titleOf(test)}${place}`, ...message];
}

const titleOf = ({ project, file, name }: TestLine) =>
  `${[project, file].filter(Boolean).join(" ")} > ${name}`.slice(0, MAX_MESSAGE_CHARS);

const shortOf = ({ file, name, durationMs }: TestLine) =>
  `${(durationMs / 1_000).toFixed(1)} s ${file.split("/").at(-1)} > ${name.slice(0, 60)}`;

/** Returns whether a stage failed without a failed test. */
const hasFailedWithoutTest = ({ isGreen, failed }: StageResult) => !isGreen && failed.length === 0;

function closingLine(stages: readonly StageResult[], ended: string | undefined): string {
  const passed = stages.reduce((sum, stage) => sum + stage.passed, 0);
  const failed = stages.reduce(
    (sum, stage) => sum + Math.max(stage.failed.length, hasFailedWithoutTest(stage) ? 1 : 0),
    0,
  );
  return `${passed} passed, ${ended ? Math.max(1, failed) : failed} failed`;
}
