import type { Plugin } from "vite";

/** Of the program that a bundler wrote, what hands on a module that is in a file of a group. */
const HANDED_ON = /^export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";?$/;

/** A module that is fetched when it is wanted, and the file of the group in which it is. */
interface Inner {
  file: string;
  /** Of what it exports, the name in that file. */
  names: [exported: string, inner: string][];
}

/** @returns undefined for a program of its own. */
export function readHandedOn(code: string): Inner | undefined {
  const [, list, file] = HANDED_ON.exec(code.trim()) ?? [];
  if (list === undefined || file === undefined) return undefined;
  const names = list.split(",").map((part): [string, string] => {
    const [inner = "", exported = inner] = part.trim().split(/\s+as\s+/);
    return [exported, inner];
  });
  return { file, names };
}

/** The program with what it fetches from such files fetched from where it is. */
export function fetchInner(code: string, handedOn: ReadonlyMap<string, Inner>): string {
  return code.replaceAll(/\bimport\(\s*(["'`])\.\/([^"'`]+)\1\s*\)/g, (whole, _quote, file: string) => {
    const inner = handedOn.get(file);
    if (!inner) return whole;
    const parts = inner.names.map(([exported, name]) => `${exported}:m.${name}`).join(",");
    return `import("./${inner.file}").then(m=>({${parts}}))`;
  });
}

/**
 * Leaves out the files that hold one line: a module that is fetched when it is wanted, and is in the file of a group, gets one
 * beside it that hands it on. On a slow line each is a request more before the screen is there. Their names hold a digest of
 * that line, so that the names of the files that fetch them still follow from what these hold.
 */
export const wholeFiles: Plugin = {
  name: "whole-files",
  apply: "build",
  enforce: "pre",
  generateBundle: {
    // Before the list of files that come with it is known.
    order: "pre",
    handler(_, bundle) {
      const handedOn = new Map<string, Inner>();
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      for (const { fileName, isDynamicEntry, moduleIds, code } of chunks) {
        const inner = isDynamicEntry && moduleIds.length === 0 ? readHandedOn(code) : undefined;
        const folder = fileName.slice(0, fileName.lastIndexOf("/") + 1);
        if (inner && bundle[folder + inner.file]) handedOn.set(fileName.slice(folder.length), inner);
      }
      for (const chunk of chunks) {
        chunk.code = fetchInner(chunk.code, handedOn);
        if (handedOn.has(chunk.fileName.slice(chunk.fileName.lastIndexOf("/") + 1)))
          delete bundle[chunk.fileName];
      }
    },
  },
};
