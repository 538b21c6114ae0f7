import type { Plugin } from "vite";

/** Matches a statement in the bundler's output that re-exports a module contained in the file of a group. */
const REEXPORT_STATEMENT = /^export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";?$/;

/** A lazily loaded module that is contained in the file of a group. */
interface ReexportedModule {
  file: string;
  /** The exported names, each with its name in that file. */
  names: [exported: string, inner: string][];
}

/** Reads a file that only re-exports a module. Returns undefined for a file that contains other code. */
export function parseReexport(code: string): ReexportedModule | undefined {
  const [, list, file] = REEXPORT_STATEMENT.exec(code.trim()) ?? [];
  if (list === undefined || file === undefined) return undefined;
  const names = list.split(",").map((part): [string, string] => {
    const [inner = "", exported = inner] = part.trim().split(/\s+as\s+/);
    return [exported, inner];
  });
  return { file, names };
}

/** Returns the code with dynamic imports of such files redirected to the files that contain the modules. */
export function redirectImports(code: string, handedOn: ReadonlyMap<string, ReexportedModule>): string {
  return code.replaceAll(/\bimport\(\s*(["'`])\.\/([^"'`]+)\1\s*\)/g, (whole, _quote, file: string) => {
    const inner = handedOn.get(file);
    if (!inner) return whole;
    const parts = inner.names.map(([exported, name]) => `${exported}:m.${name}`).join(",");
    return `import("./${inner.file}").then(m=>({${parts}}))`;
  });
}

/**
 * Removes files that only re-export a module. The bundler creates such a file for each lazily loaded module that is contained in
 * the file of a group. On a slow connection, each of them is one more request before the screen is shown. Their names contain a
 * digest of their single line, so the names of the importing files still follow from their content.
 */
export const redirectReexports: Plugin = {
  name: "whole-files",
  apply: "build",
  enforce: "pre",
  generateBundle: {
    // This runs before the list of preloaded files is computed.
    order: "pre",
    handler(_, bundle) {
      const handedOn = new Map<string, ReexportedModule>();
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      for (const { fileName, isDynamicEntry, moduleIds, code } of chunks) {
        const inner = isDynamicEntry && moduleIds.length === 0 ? parseReexport(code) : undefined;
        const folder = fileName.slice(0, fileName.lastIndexOf("/") + 1);
        if (inner && bundle[folder + inner.file]) handedOn.set(fileName.slice(folder.length), inner);
      }
      for (const chunk of chunks) {
        chunk.code = redirectImports(chunk.code, handedOn);
        if (handedOn.has(chunk.fileName.slice(chunk.fileName.lastIndexOf("/") + 1)))
          delete bundle[chunk.fileName];
      }
    },
  },
};
