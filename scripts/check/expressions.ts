import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "@swc/core";
import { check } from "recheck";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { COMPOSING_FILES, REVIEWED_EXPRESSIONS } from "./reviewed-expressions.ts";

const SOURCE_GLOBS = ["apps/*/src/**/*.{ts,tsx}", "packages/*/src/**/*.{ts,tsx}"];
/** Matches files that run only in tests, whose expressions match only their own input. */
const IS_TEST = /\.test\.tsx?$|\/fixtures\.ts$|\/testing\/|^packages\/(?:testkit|swarm-sim)\//;
/** The time limit for classifying one expression. A simple one does not reach it even on a busy machine. */
const TIMEOUT_MS = 60_000;
/**
 * The options with which attacks count characters instead of time. On a busy machine, an expression that waits for the CPU would
 * seem slow.
 */
const COUNTED_ATTACKS = { seedingTimeout: null, incubationTimeout: null, attackTimeout: null };
const CONCURRENCY = 4;

interface CheckedExpression {
  pattern: string;
  flags: string;
  files: Set<string>;
}

/**
 * Checks every regular expression of the product, because one with superlinear time lets an attacker block the process.
 * @returns the errors, or undefined if every expression passes.
 */
export async function checkExpressions(): Promise<string | undefined> {
  const found = new Map<string, CheckedExpression>();
  const composed = new Set<string>();
  for (const file of globSync(SOURCE_GLOBS, { cwd: REPOSITORY_ROOT }).filter((path) => !IS_TEST.test(path)))
    for (const each of await listExpressions(file)) {
      if (each === "composed") composed.add(file);
      else {
        const key = `/${each.pattern}/${each.flags}`;
        const known = found.get(key) ?? { ...each, files: new Set<string>() };
        known.files.add(file);
        found.set(key, known);
      }
    }
  // A search that finds nothing must not pass the check.
  if (found.size < 100) return `Found ${found.size} expressions only`;
  const faults = [
    ...[...composed]
      .filter((file) => !(file in COMPOSING_FILES))
      .map((file) => `${file} composes an expression`),
    ...Object.keys(COMPOSING_FILES)
      .filter((file) => !composed.has(file))
      .map((file) => `${file} composes none any more`),
    ...Object.keys(REVIEWED_EXPRESSIONS)
      .filter((key) => !found.has(key))
      .map((key) => `${key} is nowhere any more`),
  ];
  const rest = [...found].filter(([key]) => !(key in REVIEWED_EXPRESSIONS)).values();
  async function work(): Promise<void> {
    for (const [key, { pattern, flags, files }] of rest) {
      const verdict = await check(pattern, flags, { timeout: TIMEOUT_MS, ...COUNTED_ATTACKS });
      if (verdict.status === "safe") continue;
      const fault = verdict.status === "vulnerable" ? verdict.complexity.summary : "not classified in time";
      faults.push(`${key} is ${fault}: ${[...files].join(", ")}`);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return faults.length === 0 ? undefined : faults.join("\n");
}

type FoundExpression = Pick<CheckedExpression, "pattern" | "flags"> | "composed";

async function listExpressions(file: string): Promise<FoundExpression[]> {
  const text = await readFile(join(REPOSITORY_ROOT, file), "utf8");
  if (!text.includes("/") && !text.includes("RegExp")) return [];
  const module = await parse(text, { syntax: "typescript", tsx: file.endsWith("x"), target: "esnext" });
  const found: FoundExpression[] = [];
  visitNode(module, found);
  return found;
}

function visitNode(node: unknown, found: FoundExpression[]): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) visitNode(each, found);
    return;
  }
  const { type, pattern, flags, callee } = node as Record<string, unknown>;
  if (type === "RegExpLiteral") found.push({ pattern: String(pattern), flags: String(flags) });
  if ((type === "NewExpression" || type === "CallExpression") && nameOf(callee) === "RegExp")
    found.push("composed");
  for (const value of Object.values(node)) visitNode(value, found);
}

const nameOf = (callee: unknown): unknown => (callee as { value?: unknown } | undefined)?.value;
