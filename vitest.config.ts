import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM, CHROMIUM_SHELL } from "./packages/testkit/src/browser/chromium.ts";
import { EventReporter } from "./scripts/test/reporter.ts";

/** Files of most projects run two at a time, as many as the smallest machine that runs them has cores. */
const FILES_AT_ONCE = 2;
/** A third beside them: files of lives wait for what is sent at its own pace (55 s with 10 s of a processor in one file). */
const INTEGRATION_FILES_AT_ONCE = 3;
/** What only a hang reaches, also on a machine that does much else. */
const WAIT_MS = 60_000;

/** How long each property of a fuzzed test is tried; 100 times where it is not set. */
const fuzzMs = Number(process.env.FUZZ_SECONDS ?? 0) * 1_000;
/** The order of what is shuffled; given by `npm test`. */
const seed = Number(process.env.SHOAL_TEST_SEED ?? 1);
/** Where `npm test` reads what began, what ended and what failed. */
const events = process.env.SHOAL_TEST_EVENTS;

const project = (name: string, include: string[], timeoutMs: number, more: object = {}) => ({
  test: {
    name,
    include,
    exclude: ["**/node_modules/**", "**/dist/**"],
    environment: "node",
    testTimeout: timeoutMs + 2 * fuzzMs,
    hookTimeout: timeoutMs,
    // A second, as it is without, is soon over on a busy machine.
    expect: { poll: { timeout: WAIT_MS } },
    maxWorkers: FILES_AT_ONCE,
    sequence: { groupOrder: ORDER.indexOf(name) },
    ...more,
  },
});

/** Node reads the sources itself, as it does in operation: nothing is transformed for each of a hundred files. */
const AS_IT_RUNS = { experimental: { viteModuleRunner: false, nodeLoader: false } };
const ORDER = ["unit", "component", "integration", "e2e", "flows", "long"];
/** Tests of the core share one platform: what one leaves must not be what another one needs. */
const isShuffled = process.env.SHOAL_TEST_SEED !== undefined;

const onPlatform = (name: string, include: string[]) =>
  project(name, include, 300_000, {
    globalSetup: ["e2e/support/shared-platform.ts"],
    ...AS_IT_RUNS,
    sequence: { groupOrder: ORDER.indexOf(name), shuffle: isShuffled },
  });

const DASHBOARD = join(import.meta.dirname, "apps/dashboard");

/** What components import of packages. */
const BUNDLED = [
  // Imported by a worker, where the first scan of dependencies does not find them.
  "@noble/hashes/sha2.js",
  "@noble/hashes/utils.js",
  ...["core", "dates", "dropzone", "form", "hooks", "notifications"].map((name) => `@mantine/${name}`),
  "@tabler/icons-react",
  "@tanstack/react-query",
  "@tanstack/react-virtual",
  "dayjs",
  "i18next",
  "react",
  "react-dom/client",
  "react-i18next",
  "react-router",
  "react/jsx-dev-runtime",
  "socket.io-client",
  "zod",
];

/** Forms, tables and dialogs of the dashboard, each by itself in Chromium, with answers that a test makes up. */
const components = {
  ...project("component", ["src/**/*.component.test.tsx"], 60_000, {
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: CHROMIUM_SHELL, args: CHROMIUM.args },
        contextOptions: { locale: "en-GB", reducedMotion: "reduce" },
      }),
      viewport: { width: 1_440, height: 900 },
      instances: [{ browser: "chromium" }],
    },
    setupFiles: [join(DASHBOARD, "src/testing/setup.ts")],
  }),
  root: DASHBOARD,
  plugins: [react()],
  // All at once: a page that meets a new one while a test runs is loaded anew.
  optimizeDeps: { include: BUNDLED },
};

/**
 * unit: pure code. component: parts of the dashboard in Chromium, without servers. integration: real PostgreSQL, ClickHouse dialect and ffmpeg. e2e: the core of what a user does, in
 * Chromium, on one running platform. flows: all the rest of it there. long: all that takes long, is statistical or breaks
 * things.
 */
export default defineConfig({
  test: {
    reporters: events ? ["default", new EventReporter({ file: events })] : ["default"],
    sequence: { seed },
    projects: [
      // Pure code leaves nothing behind: its files share a process (36 s; 72 s with one for each).
      project(
        "unit",
        ["{apps,packages,bench,harness,scripts}/**/*.test.ts", "!**/*.{int,long}.test.ts"],
        120_000,
        {
          isolate: false,
        },
      ),
      components,
      project("integration", ["{apps,packages,scripts}/**/*.int.test.ts"], 300_000, {
        globalSetup: ["packages/testkit/src/engines/shared-engines.ts"],
        ...AS_IT_RUNS,
        isolate: false,
        maxWorkers: INTEGRATION_FILES_AT_ONCE,
      }),
      onPlatform("e2e", ["e2e/**/*.e2e.test.ts"]),
      onPlatform("flows", ["e2e/**/*.flow.test.ts"]),
      project("long", ["{apps,packages,bench,e2e,harness,scripts}/**/*.long.test.ts"], 600_000),
    ],
  },
});
