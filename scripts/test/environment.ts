import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { delimiter, dirname, join } from "node:path";
import { ROOT } from "../../apps/start/src/settings.ts";

/** What tests may know of the machine. Settings of Shoal are none of it: tests set those that they need. */
const INHERITED = [
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
  /** Of the run; everything that tests write outside of the clone stands below it. */
  folder: string;
  seed: number;
  /** An IANA name, such as `Asia/Kolkata`. */
  timeZone: string;
}

/**
 * The environment of a run's processes. All of them carry `SHOAL_TEST_RUN`, by which those that were left are found.
 * @example spawn("vitest", ["run"], { env: testEnvironment({ folder: "/tmp/shoal-test-1", seed: 7, timeZone: "UTC" }) });
 */
export function testEnvironment({ folder, seed, timeZone }: TestEnvironmentOptions): NodeJS.ProcessEnv {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    // Started by hand, without npm, the packages' own Node comes first too.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    LANG: "C.UTF-8",
    TZ: timeZone,
    TMPDIR: folder,
    // Types are stripped once for all processes of a run: the api's sources took each that starts 1.6 s, and take 0.8.
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    SHOAL_TEST_RUN: folder,
    SHOAL_TEST_SEED: String(seed),
    // A machine whose disk is nearly full for other reasons still tests the rest.
    DISK_LOW_BYTES: "0",
  };
}

/** A number that is the same for the same sources, so that a second run of a tree has the same order as the first. */
export function seedOfTree(): number {
  return Number.parseInt(createHash("sha256").update(treeName()).digest("hex").slice(0, 8), 16);
}

function treeName(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD^{tree}"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    // An unpacked archive has no history; any fixed name will do.
    return "no repository";
  }
}
