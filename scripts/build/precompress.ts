import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT_FILE = /\.(?:js|css|html|svg|json|webmanifest)$/;
/** The minimum size of a file to be compressed. A smaller file fits into one packet even uncompressed. */
const MIN_BYTES = 1_000;

/**
 * Writes a `.br` and a `.gz` next to each text file of a build, at the best levels, for servers that send precompressed files.
 * Compressing each response would take the server 20 ms for the largest file, and yield larger files.
 * @example plugins: [react(), precompress()]
 */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name));
      await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  // The plugin is built in fourteen steps into one folder.
  if (await isCompressed(path)) return;
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}

/** Returns whether a file has a compressed copy that is newer than the file. */
async function isCompressed(path: string): Promise<boolean> {
  const [written, compressed] = await Promise.all([path, `${path}.gz`].map(findModifiedTime));
  return written !== undefined && compressed !== undefined && written <= compressed;
}

const findModifiedTime = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
