import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { NPM_FOLDERS, tarballOf } from "./npm-packages.ts";

const execFileAsync = promisify(execFile);

test("the packages' tarballs can be installed into an empty project without a registry, and run and type-check there", async () => {
  const project = await mkdtemp(join(tmpdir(), "shoal-npm-"));
  onTestFinished(() => rm(project, { recursive: true }));
  const here = { cwd: project };
  for (const folder of NPM_FOLDERS) await cp(tarballOf(folder), join(project, basename(tarballOf(folder))));
  const tarballs = NPM_FOLDERS.map((folder) => `./shoal-${folder}.tgz`);
  await writeFile(
    join(project, "package.json"),
    JSON.stringify({ name: "shop", private: true, type: "module" }),
  );
  await execFileAsync("npm", ["install", "--offline", "--no-audit", "--no-fund", ...tarballs], here);
  const installed = await readdir(join(project, "node_modules/@shoal"));
  expect(installed.sort()).toEqual(["cli", "client", "upload"]);
  // None of the packages depends on another package.
  const rest = (await readdir(join(project, "node_modules"))).filter((name) => !name.startsWith("."));
  expect(rest).toEqual(["@shoal"]);

  await writeFile(
    join(project, "shop.ts"),
    `import { createClient, fromStream, ShoalError, type VideoView } from "@shoal/client";
import { fromPath } from "@shoal/client/node";
import { createUploader } from "@shoal/upload";
const shoal = createClient({ url: "http://127.0.0.1:1", key: "k", retries: 0 });
const video: Promise<VideoView> = shoal.getVideo({ params: { id: "a" } });
const code = await video.catch((error: unknown) => (error instanceof ShoalError ? error.code : "other"));
// @ts-expect-error The video's ID is missing.
const unnamed = () => shoal.getVideo({ params: {} });
console.log(code, typeof fromPath, typeof fromStream, typeof createUploader, typeof unnamed);
`,
  );
  await writeFile(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "es2022",
        module: "nodenext",
        strict: true,
        lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
        types: [],
        rootDir: ".",
        outDir: "out",
      },
      files: ["shop.ts"],
    }),
  );
  await execFileAsync(join(REPOSITORY_ROOT, "node_modules/.bin/tsc"), ["-p", project], here);
  const { stdout } = await execFileAsync("node", ["out/shop.js"], here);
  expect(stdout.trim()).toBe("unavailable function function function function");
  const help = await execFileAsync(join(project, "node_modules/.bin/shoal"), ["help"], here);
  expect(help.stdout).toMatch(/upload +Upload videos and folders of videos/);
});
