const { readdirSync, readFileSync } = require("node:fs");

const apps = readdirSync("apps");
const features = readdirSync("apps/dashboard/src/features");
/** The wings of the api, lowest first: folders of its modules. */
const wings = [...readFileSync("apps/api/src/platform/composition/wings.ts", "utf8").matchAll(/"([a-z]+)"/g)]
  .map(([, wing]) => wing)
  .filter((wing) => wing !== "platform");
const MODULES = "apps/api/src/modules";
for (const wing of readdirSync(MODULES))
  if (!wings.includes(wing))
    throw new Error(`.dependency-cruiser.cjs: ${MODULES}/${wing} is no wing of wings.ts`);
const modules = wings.flatMap((wing) => readdirSync(`${MODULES}/${wing}`).map((name) => `${wing}/${name}`));

/** Layers, lowest first: a package may import only what stands to its left. */
const MAY_IMPORT = {
  cli: ["client"],
  client: ["contract"],
  contract: [],
  domain: ["contract"],
  media: ["contract"],
  store: [],
  align: ["frames"],
  "edit-exchange": ["domain", "frames"],
  engines: ["lifecycle"],
  frames: [],
  lifecycle: [],
  limits: [],
  places: ["safe-fetch"],
  "safe-fetch": [],
  p2p: [],
  rtmp: [],
  sdk: ["contract", "p2p"],
  "swarm-sim": ["p2p"],
  tracing: [],
  upload: ["client"],
  tokens: ["contract", "domain"],
  testkit: ["contract", "engines", "media", "store", "p2p"],
};
const packages = readdirSync("packages");
for (const name of packages)
  if (!MAY_IMPORT[name]) throw new Error(`.dependency-cruiser.cjs: say what packages/${name} may import`);

const rule = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

module.exports = {
  forbidden: [
    rule(
      "no-unresolved",
      {},
      { couldNotResolve: true, pathNot: "\\?|^virtual:|\\.(css|svg)$" },
      "An import that cannot be resolved escapes every other rule",
    ),
    rule("no-circular", {}, { circular: true }, "Cycles hide who owns what"),
    rule("packages-never-import-apps", { path: "^packages/" }, { path: "^apps/" }),
    ...packages.map((name) =>
      rule(
        `layer-${name}`,
        { path: `^packages/${name}/`, pathNot: "\\.test\\.ts$" },
        { path: "^packages/", pathNot: `^packages/(${[name, ...MAY_IMPORT[name]].join("|")})/` },
        "Packages point one way",
      ),
    ),
    ...apps.map((name) =>
      rule(
        `app-${name}-alone`,
        { path: `^apps/${name}/` },
        { path: "^apps/", pathNot: `^apps/${name}/` },
        "Apps never import apps",
      ),
    ),
    ...features.map((name) =>
      rule(
        `feature-${name}-alone`,
        { path: `^apps/dashboard/src/features/${name}/` },
        { path: "^apps/dashboard/src/features/", pathNot: `^apps/dashboard/src/features/${name}/` },
        "Routes compose features",
      ),
    ),
    rule(
      "declarations-import-when-wanted",
      { path: "^apps/dashboard/src/features/[^/]+/feature\\.ts$" },
      {
        dynamic: false,
        pathNot:
          "^apps/dashboard/src/(composition/|components/ui/windows/windows\\.ts)|node_modules/react-router",
      },
      "Every page begins with the declarations of all features",
    ),
    ...modules.map((name) =>
      rule(
        `module-${name}-entry`,
        { path: "^apps/api/src/", pathNot: `^${MODULES}/${name}/` },
        { path: `^${MODULES}/${name}/`, pathNot: `/${name}/(index|testing/fixtures)\\.ts$` },
        "A module is entered by its index",
      ),
    ),
    ...wings
      .slice(0, -1)
      .map((wing, n) =>
        rule(
          `wing-${wing}-below`,
          { path: `^${MODULES}/${wing}/`, pathNot: "\\.test\\.ts$|/testing/" },
          { path: `^${MODULES}/(${wings.slice(n + 1).join("|")})/` },
          "A module calls upper wings by needs that they provide",
        ),
      ),
    ...["e2e", "bench"].map((room) =>
      rule(
        `room-${room}-alone`,
        { path: "^(apps|packages|harness|scripts|e2e|bench)/", pathNot: `^${room}/` },
        { path: `^${room}/` },
        "What tests and benches share stands in the harness",
      ),
    ),
    rule(
      "product-knows-no-tools",
      { path: "^(apps|packages)/", pathNot: "\\.test\\.ts$|^packages/testkit/|/vite\\.config\\.ts$" },
      { path: "^(harness|scripts)/" },
      "What runs for customers needs no tool of ours",
    ),
    rule(
      "packages-have-entries",
      { path: "^(harness|scripts|e2e|bench)/" },
      { path: "^packages/[^/]+/src/", dependencyTypesNot: ["aliased"] },
      "A package is entered by what it exports",
    ),
    rule("platform-below-modules", { path: "^apps/api/src/platform/" }, { path: "^apps/api/src/modules/" }),
    rule(
      "only-repositories-query",
      { path: "^apps/api/src/modules/.*\\.(routes|policy|present)\\.ts$" },
      { path: "^apps/api/src/platform/database" },
      "Queries live in repositories and services' transactions",
    ),
    rule(
      "contract-by-audience",
      { path: "^(apps/(dashboard|player)|packages/(sdk|p2p|swarm-sim))/", pathNot: "\\.test\\.tsx?$" },
      { path: "^packages/contract/src/(edge|jobs|ingest|stored-data)/" },
      "What servers tell one another is nothing for pages",
    ),
    rule(
      "contract-for-workers",
      { path: "^apps/(edge|ingest)/", pathNot: "\\.test\\.ts$" },
      { path: "^packages/contract/src/jobs/" },
      "Jobs are an affair of api and workers",
    ),
    rule(
      "public-contract-alone",
      { path: "^packages/contract/src/(routes/|routes\\.ts|index\\.ts)" },
      { path: "^packages/contract/src/(edge|jobs|ingest)/" },
      "The public api tells nothing of what is inside",
    ),
    rule(
      "contract-knows-the-schema-library-alone",
      { path: "^packages/contract/" },
      { path: "node_modules", pathNot: "node_modules/(zod|vitest)" },
    ),
    rule(
      "p2p-knows-no-player",
      { path: "^packages/p2p/src/", pathNot: "\\.test\\.ts$" },
      { path: "node_modules/(hls\\.js|shaka-player|dashjs|video\\.js)" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/" },
    moduleSystems: ["es6"],
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default", "browser"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
