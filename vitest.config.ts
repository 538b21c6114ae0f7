import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], timeoutMs: number, isParallel: boolean) => ({
  test: {
    name,
    include,
    exclude: ["**/node_modules/**", "**/dist/**"],
    environment: "node",
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    fileParallelism: isParallel,
  },
});

/** unit: pure code. integration: real PostgreSQL, ClickHouse dialect and ffmpeg. e2e: the whole tree in Chromium. */
export default defineConfig({
  test: {
    projects: [
      project("unit", ["{apps,packages,bench}/**/*.test.ts", "!**/*.int.test.ts"], 20_000, true),
      project("integration", ["{apps,packages}/**/*.int.test.ts"], 180_000, false),
      project("e2e", ["e2e/**/*.e2e.test.ts"], 300_000, false),
    ],
  },
});
