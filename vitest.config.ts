import { defineConfig } from "vitest/config";

/** Files of one project run two at a time, as many as the smallest machine that runs them has cores; projects in turn. */
const FILES_AT_ONCE = 2;

/** How long each property of a fuzzed test is tried; 100 times where it is not set. */
const fuzzMs = Number(process.env.FUZZ_SECONDS ?? 0) * 1_000;

const project = (order: number, name: string, include: string[], timeoutMs: number) => ({
  test: {
    name,
    include,
    exclude: ["**/node_modules/**", "**/dist/**"],
    environment: "node",
    testTimeout: timeoutMs + 2 * fuzzMs,
    setupFiles: fuzzMs > 0 ? ["scripts/fuzz-setup.ts"] : [],
    hookTimeout: timeoutMs,
    // A second, as it is without, is soon over on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: FILES_AT_ONCE,
    sequence: { groupOrder: order },
  },
});

/** unit: pure code. integration: real PostgreSQL, ClickHouse dialect and ffmpeg. e2e: the whole tree in Chromium. */
export default defineConfig({
  test: {
    projects: [
      project(0, "unit", ["{apps,packages,bench}/**/*.test.ts", "!**/*.int.test.ts"], 20_000),
      project(1, "integration", ["{apps,packages}/**/*.int.test.ts"], 180_000),
      project(2, "e2e", ["e2e/**/*.e2e.test.ts"], 300_000),
    ],
  },
});
