import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { delimiter, dirname, join } from "node:path";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

/** The variables that tests inherit from the machine. Shoal's settings are excluded, because tests set those that they need. */
const INHERITED_VARIABLES = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "CI",
  "FORCE_COLOR",
  "FUZZ_SECONDS",
  "MEDIA_DRAWS",
];

export interface TestEnvironmentOptions {
  /** The run's folder, which contains everything that tests write outside the clone. */
  folder: string;
  seed: number;
  /** The IANA name of the time zone, such as `Asia/Kolkata`. */
  timeZone: string;
}

/**
 * Returns the environment of a run's processes. It always contains `SHOAL_TEST_RUN`, by which leftover processes are found.
 * @example spawn("vitest", ["run"], { env: testEnvironment({ folder: "/tmp/shoal-test-1", seed: 7, timeZone: "UTC" }) });
 */
export function testEnvironment({ folder, seed, timeZone }: TestEnvironmentOptions): NodeJS.ProcessEnv {
  const inherited = INHERITED_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    // The packages' own Node also comes first if the tests are started without npm.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    LANG: "C.UTF-8",
    TZ: timeZone,
    TMPDIR: folder,
    // Types are stripped once for all processes of a run. This halves the load time of the API's sources, from 1.6 s to 0.8 s per
    // process.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    SHOAL_TEST_RUN: folder,
    SHOAL_TEST_SEED: String(seed),
    // With this limit, a nearly full disk makes no unrelated test fail.
    DISK_LOW_BYTES: "0",
  };
}

/** Returns a number derived from the sources, so a second run of the same sources has the same order. */
export function seedOfTree(): number {
  return Number.parseInt(createHash("sha256").update(treeName()).digest("hex").slice(0, 8), 16);
}

function treeName(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD^{tree}"], {
      cwd: REPOSITORY_ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    // An unpacked archive has no history, so any constant is used.
    return "no repository";
  }
}
