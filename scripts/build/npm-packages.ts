// Builds the packages that customers install, each as a folder (programs, declarations and their own package.json) and as a
// tarball, which the api serves below /packages.
//   node scripts/build/npm-packages.ts
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { PACKAGES_DIR } from "../../apps/api/src/platform/http/serve-packages.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

const execFileAsync = promisify(execFile);

interface NpmPackage {
  folder: string;
  /** The source files of the package, by the path under which each is imported. */
  entries: Record<string, string>;
  /** The name and file of the package's command. */
  bin?: Record<string, string>;
  isForBrowsersToo: boolean;
}

const NPM_PACKAGES: NpmPackage[] = [
  { folder: "client", entries: { index: "src/index.ts", node: "src/node.ts" }, isForBrowsersToo: true },
  { folder: "upload", entries: { index: "src/index.ts" }, isForBrowsersToo: true },
  {
    folder: "cli",
    entries: { shoal: "src/main.ts" },
    bin: { shoal: "./shoal.js" },
    isForBrowsersToo: false,
  },
];

/** Returns the folder in which a package that customers install is built. */
export const npmFolderOf = (folder: string) => join(REPOSITORY_ROOT, "packages", folder, "dist");
export const NPM_FOLDERS = NPM_PACKAGES.map(({ folder }) => folder);

/** The path of a package's tarball for `npm install`. Its name contains no version, because guides mention it. */
export const tarballOf = (folder: string) => join(PACKAGES_DIR, `shoal-${folder}.tgz`);

/** Builds the packages. They have no runtime dependencies, because the parts of other workspace packages that they need are bundled. */
async function buildNpmPackages(): Promise<void> {
  await rm(PACKAGES_DIR, { recursive: true, force: true });
  await mkdir(PACKAGES_DIR, { recursive: true });
  for (const npmPackage of NPM_PACKAGES) {
    const outDir = npmFolderOf(npmPackage.folder);
    await rm(outDir, { recursive: true, force: true });
    await bundlePackage(npmPackage, outDir);
    await writeManifest(npmPackage, outDir);
    await cp(join(REPOSITORY_ROOT, "LICENSE"), join(outDir, "LICENSE"));
    await cp(join(REPOSITORY_ROOT, "packages", npmPackage.folder, "README.md"), join(outDir, "README.md"));
    for (const [name, text] of await readDeclarations(npmPackage.folder)) {
      await mkdir(dirname(join(outDir, name)), { recursive: true });
      await writeFile(join(outDir, name), text);
    }
    await packFolder(npmPackage.folder);
  }
}

async function packFolder(folder: string): Promise<void> {
  const { stdout } = await execFileAsync("npm", [
    "pack",
    "--json",
    "--ignore-scripts",
    "--pack-destination",
    PACKAGES_DIR,
    npmFolderOf(folder),
  ]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await rename(join(PACKAGES_DIR, filename), tarballOf(folder));
}

async function bundlePackage({ folder, entries, bin }: NpmPackage, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(REPOSITORY_ROOT, "packages", folder),
    logLevel: "error",
    build: {
      outDir,
      target: "es2022",
      lib: { entry: entries, formats: ["es"], fileName: (_, name) => `${name}.js` },
      rolldownOptions: {
        external: /^node:/,
        output: { minify: true, ...(bin ? { banner: "#!/usr/bin/env node" } : {}) },
      },
    },
  });
  for (const file of Object.values(bin ?? {})) await chmod(join(outDir, file), 0o755);
}

async function writeManifest({ folder, entries, bin, isForBrowsersToo }: NpmPackage, outDir: string) {
  const source = await readFile(join(REPOSITORY_ROOT, "packages", folder, "package.json"), "utf8");
  const { name, version, description, license } = JSON.parse(source) as Record<string, string>;
  const exported = Object.keys(entries).map((entry) => [
    entry === "index" ? "." : `./${entry}`,
    { types: `./${entry}.d.ts`, default: `./${entry}.js` },
  ]);
  const manifest = {
    name,
    version,
    description,
    license,
    type: "module",
    // The web component defines itself when it is imported, which is a side effect.
    sideEffects: folder !== "client",
    engines: { node: ">=20.12" },
    ...(isForBrowsersToo ? { exports: Object.fromEntries(exported) } : {}),
    ...(bin ? { bin } : {}),
  };
  await writeFile(join(outDir, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Returns the declarations of a package's exports, by file. */
async function readDeclarations(folder: string): Promise<[name: string, text: string][]> {
  const { entries, isForBrowsersToo } = NPM_PACKAGES.find((one) => one.folder === folder) as NpmPackage;
  if (!isForBrowsersToo) return [];
  const root = join(REPOSITORY_ROOT, "packages", folder);
  const outDir = join(root, "dist/.declarations");
  await execFileAsync(join(REPOSITORY_ROOT, "node_modules/.bin/tsc"), ["-p", root]);
  const own = join(outDir, folder, "src");
  const names = (await readdir(own, { recursive: true })).filter((name) => name.endsWith(".d.ts")).sort();
  const reachable = new Map<string, string>();
  const visit = async (name: string): Promise<void> => {
    if (reachable.has(name) || !names.includes(name)) return;
    const text = (await readFile(join(own, name), "utf8")).replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"');
    reachable.set(name, text);
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]*)\.js"/g))
      await visit(`${join(name, "..", path)}.d.ts`);
  };
  for (const entry of Object.values(entries))
    await visit(entry.replace(/^src\//, "").replace(/\.ts$/, ".d.ts"));
  await rm(outDir, { recursive: true });
  return [...reachable].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the public API of a package, file by file. The result is committed, so reviews show changes to it. */
export async function buildApiReport(folder: string): Promise<string> {
  const declarations = await readDeclarations(folder);
  const parts = declarations
    // This file is generated from the route table and compared separately.
    .filter(([name]) => name !== "calls.d.ts")
    .map(([name, text]) => `## ${name}\n\n\`\`\`ts\n${text.trim()}\n\`\`\`\n`);
  return `# API of @shoal/${folder}\n\nMade by \`npm run -s openapi\`. A change here is one that customers see.\n\n${parts.join("\n")}`;
}

export const reportFileOf = (folder: string) => join(REPOSITORY_ROOT, "packages", folder, "api-report.md");
export const REPORTED_PACKAGES = NPM_PACKAGES.filter(({ isForBrowsersToo }) => isForBrowsersToo).map(
  ({ folder }) => folder,
);

if (import.meta.main) await buildNpmPackages();
