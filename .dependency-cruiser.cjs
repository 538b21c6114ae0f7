const { readdirSync, readFileSync } = require("node:fs");

const apps = readdirSync("apps");
const features = readdirSync("apps/dashboard/src/features");
const modules = readdirSync("apps/api/src/modules");

/** The wings of the api, lowest first, and the modules of each: as they declare it. */
const wings = [
  ...readFileSync("apps/api/src/platform/composition/wings.ts", "utf8").matchAll(/"([a-z]+)"/g),
].map(([, wing]) => wing);
const wingOf = Object.fromEntries(
  modules.map((name) => {
    const declared = /\n {2}wing: "([a-z]+)",\n/.exec(
      readFileSync(`apps/api/src/modules/${name}/index.ts`, "utf8"),
    );
    if (!declared || !wings.includes(declared[1]))
      throw new Error(`.dependency-cruiser.cjs: apps/api/src/modules/${name}/index.ts declares no wing`);
    return [name, declared[1]];
  }),
);
const modulesAbove = (wing) => modules.filter((name) => wings.indexOf(wingOf[name]) > wings.indexOf(wing));
const inModules = (names) => `^apps/api/src/modules/(${names.join("|")})/`;

/** Layers, lowest first: a package may import only what stands to its left. */
const MAY_IMPORT = {
  contract: [],
  domain: ["contract"],
  media: ["contract"],
  store: [],
  engines: [],
  lifecycle: [],
  places: ["safe-fetch"],
  "safe-fetch": [],
  p2p: [],
  rtmp: [],
  sdk: ["contract", "p2p"],
  "swarm-sim": ["p2p"],
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
    ...modules.map((name) =>
      rule(
        `module-${name}-door`,
        { path: "^apps/api/src/", pathNot: `^apps/api/src/modules/${name}/` },
        { path: `^apps/api/src/modules/${name}/`, pathNot: `/${name}/(index|testing/things)\\.ts$` },
        "A module is entered by its index",
      ),
    ),
    ...wings
      .filter((wing) => modulesAbove(wing).length > 0 && modules.some((name) => wingOf[name] === wing))
      .map((wing) =>
        rule(
          `wing-${wing}-below`,
          {
            path: inModules(modules.filter((name) => wingOf[name] === wing)),
            pathNot: "\\.test\\.ts$|/testing/",
          },
          { path: inModules(modulesAbove(wing)) },
          "A module calls upper wings by needs that they provide",
        ),
      ),
    rule("platform-below-modules", { path: "^apps/api/src/platform/" }, { path: "^apps/api/src/modules/" }),
    rule(
      "only-repositories-query",
      { path: "^apps/api/src/modules/.*\\.(routes|policy|present)\\.ts$" },
      { path: "^apps/api/src/platform/database" },
      "Queries live in repositories and services' transactions",
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
