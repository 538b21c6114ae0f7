import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Matches a component that is attached to another component, as in Mantine: `Menu.Sub = MenuSub;`. */
const PART_ASSIGNMENT = /^([A-Z]\w*)\.([A-Z]\w*) = \w+;$/gm;
const MANTINE_PACKAGES = ["core", "dates", "dropzone", "notifications"];
const MANTINE_MODULE = /\/@mantine\/\w+\/esm\/.*\.mjs$/;

/** Matches strings and comments. In the library, these mention parts that it does not use. */
const STRINGS_AND_COMMENTS = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/** Returns a module of the library without its strings and comments. */
export const withoutStrings = (code: string): string => code.replaceAll(STRINGS_AND_COMMENTS, '""');

/**
 * Finds the component parts that are used. In the dashboard, a use is `Menu.Sub` in an element or an expression. In the library, it
 * is the same within other components. Lines that only attach a part to its component do not count.
 */
export function namedParts(programs: Iterable<string>, components: ReadonlySet<string>): Set<string> {
  const named = new Set<string>();
  for (const program of programs)
    for (const [part, component = ""] of program
      .replaceAll(PART_ASSIGNMENT, "")
      .matchAll(/\b([A-Z]\w*)\.[A-Z]\w*/g))
      if (components.has(component)) named.add(part);
  return named;
}

/** Returns the module of a component without its unused parts. */
export const withoutParts = (code: string, named: ReadonlySet<string>): string =>
  code.replaceAll(PART_ASSIGNMENT, (line, component: string, part: string) =>
    named.has(`${component}.${part}`) ? line : "",
  );

/**
 * Removes the parts of Mantine's components that no screen uses. They are properties of the components, so the bundler has
 * to keep them: a menu with items only included submenus, choices, a search and a context menu, half of its size.
 * @param src the folder of the dashboard's sources, absolute.
 */
export function withoutUnusedParts(src: string): Plugin {
  let named: Set<string>;
  return {
    name: "without-unused-parts",
    apply: "build",
    buildStart() {
      const require = createRequire(join(src, "main.tsx"));
      const library = MANTINE_PACKAGES.flatMap((name) => {
        const folder = dirname(dirname(require.resolve(`@mantine/${name}`)));
        return globSync(join(folder, "esm/**/*.mjs")).map((file) =>
          withoutStrings(readFileSync(file, "utf8")),
        );
      });
      const ours = globSync(join(src, "**/*.{ts,tsx}")).map((file) => readFileSync(file, "utf8"));
      const components = new Set(
        library.flatMap((code) => [...code.matchAll(PART_ASSIGNMENT)].map(([, component = ""]) => component)),
      );
      named = namedParts([...library, ...ours], components);
    },
    transform: {
      filter: { id: MANTINE_MODULE },
      handler(code) {
        const written = withoutParts(code, named);
        return written === code ? undefined : { code: written, map: null };
      },
    },
  };
}
