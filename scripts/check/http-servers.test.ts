import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SERVER_MODULE = "packages/lifecycle/src/http-server.ts";
/** Matches files that run only in tests: the tests, and their harnesses, fakes, fixtures and hostile inputs. */
const TEST_FILE =
  /\.test\.tsx?$|\/testing\/|^packages\/testkit\/|\/(?:fake|hostile)-[\w-]+\.ts$|-harness\.ts$|\/fixtures\.ts$|\/test-api\.ts$/;

/** Lists the paths of the installed product's sources. */
function listSources(): string[] {
  return ["apps", "packages"].flatMap((room) =>
    readdirSync(join(ROOT, room)).flatMap((name) => {
      const folder = join(ROOT, room, name, "src");
      return readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => relative(ROOT, join(folder, path)))
        .filter((path) => !TEST_FILE.test(path));
    }),
  );
}

const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Matches Node's own server, however it is imported. Clients and type imports do not count. */
const OWN_SERVER =
  /import \{[^}]*(?<!type )\b(?:createServer|createSecureServer|Server)\b[^}]*\} from "(?:node:)?http(?:s|2)?"|\bhttp(?:s|2)?\.(?:createServer|createSecureServer|Server)\(/;
const FRAMEWORK_IMPORT =
  /import (?:fastify|Fastify)\b[^;]* from "fastify"|import \{[^}]*\bfastify\b[^}]*\} from "fastify"/;
const FRAMEWORK_CALL = /\b[fF]astify\(\{/g;

test("every HTTP server is created by the shared function, which limits the resources of a connection", () => {
  const sources = listSources();
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources).toContain(SERVER_MODULE);
  const own = sources.filter((path) => path !== SERVER_MODULE && OWN_SERVER.test(readText(path)));
  expect(own).toEqual([]);
});

test("every server of the web framework is created by the shared function, also for additional addresses", () => {
  const users = listSources().filter((path) => FRAMEWORK_IMPORT.test(readText(path)));
  expect(users).toEqual(
    expect.arrayContaining([
      "apps/api/src/server.ts",
      "apps/edge/src/edge-parts.ts",
      "apps/edge/src/platform/http-app.ts",
      "apps/ingest/src/ingest.ts",
      "apps/worker/src/worker.ts",
    ]),
  );
  for (const path of users) {
    const text = readText(path);
    const made = text.match(FRAMEWORK_CALL)?.length ?? 0;
    const bounded =
      text.match(/\bserverFactory: \(handler\) =>\s*(?:makeHttpServer|createBoundedServer)\(/g)?.length ?? 0;
    expect([path, bounded]).toEqual([path, made]);
  }
});
