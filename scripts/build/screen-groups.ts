import type { Rolldown } from "vite";

type ModuleFacts = Pick<Rolldown.ModuleInfo, "importedIds" | "code" | "exports">;
type GetModule = (id: string) => ModuleFacts | null;

/** Matches packages' entry files, which import more modules than a screen uses. */
const PACKAGE_ENTRY =
  /\/(?:packages\/[\w-]+\/src\/index\.ts|@mantine\/\w+\/esm\/index\.mjs|tabler-icons-react\.mjs)$/;
const NAMED_IMPORTS = /import\s*\{([^}]*)\}/g;
/** Matches an icon's name in its path: an icon is the default export of a file with its name. */
const FILE_NAME = /([\w-]+)\.\w+$/;

/** The modules of each package entry, by the names that they export. */
class PackageEntries {
  readonly #exports = new Map<string, Map<string, string>>();
  readonly getModule: GetModule;

  constructor(getModule: GetModule) {
    this.getModule = getModule;
  }

  exportsOf(entry: string): Map<string, string> {
    const known = this.#exports.get(entry);
    if (known) return known;
    const found = new Map<string, string>();
    for (const id of this.getModule(entry)?.importedIds ?? []) {
      found.set(FILE_NAME.exec(id)?.[1] ?? id, id);
      for (const name of this.getModule(id)?.exports ?? []) found.set(name, id);
    }
    this.#exports.set(entry, found);
    return found;
  }
}

const namesIn = (code: string) =>
  [...code.matchAll(NAMED_IMPORTS)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().split(/\s/)[0] ?? ""),
  );

/** Returns the modules that a screen needs immediately. */
function reachOf(entry: string, packages: PackageEntries): Set<string> {
  const reached = new Set<string>();
  const queue = [entry];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const module = packages.getModule(id);
    for (const imported of module?.importedIds ?? []) {
      if (!PACKAGE_ENTRY.test(imported)) queue.push(imported);
      else
        queue.push(
          ...namesIn(module?.code ?? "").flatMap((name) => packages.exportsOf(imported).get(name) ?? []),
        );
    }
  }
  return reached;
}

const STYLE_FILE = /\.css(?:$|\?)/;

/** The modules that are loaded before each group of first screens. */
export interface FirstScreens {
  /** The entry of every page. It is loaded before everything else. */
  page: string;
  /** The first screen that visitors without an account see. */
  guest: string;
  /** The screen of guests of a review link, who see no other screen. */
  review: string;
  /** The frame around each screen of members. */
  member: string;
  /** The screens of members, grouped by kinds between which users switch. The first kind is used most. */
  screens: Record<string, Record<string, string>>;
}

/**
 * The groups for the bundler, which load first screens in a few files. One group for each combination of pages that share something, as
 * bundlers create by default, resulted in 124 files for the library: over HTTP/1.1, with six requests at a time, that meant 12 s of waiting
 * on Fast 3G. On such a connection, one file less is worth 20 kB: 24 requests for the library took as long as 410 kB.
 *
 * Modules that every page loads first go into "app", with the modules that both visitors and members need, and the styles of the most
 * visited screens; other modules that visitors need go into "guest", and modules that later screens share with it into "guest-later". The
 * frame of members' screens goes into "member", with the modules that screens of several kinds share; modules that several screens of a
 * kind share, and its styles, go into a file named after the kind, and modules of a single screen into a file named after the screen. The
 * parts of these that guests of a review link need go into "member-review" or, if the most visited screens do not need it, into a file of
 * the kind ("figures-review"), so that they do not load the rest; modules that only guests need, or members beyond their first screens, are
 * left to the bundler.
 *
 * @param entries paths of the modules of first screens, by their names.
 * @throws Error if one of them is not part of the build.
 */
export function screenGroups({ screens, ...first }: FirstScreens) {
  const [most = ""] = Object.keys(screens);
  const kinds = new Map(
    Object.entries(screens).flatMap(([kind, pages]) => Object.keys(pages).map((name) => [name, kind])),
  );
  const entries = { ...first, ...Object.assign({}, ...Object.values(screens)) } as Record<string, string>;
  let reaches: Map<string, Set<string>> | undefined;

  function groupOf(id: string, graph: { getModuleInfo: GetModule }): string | undefined {
    reaches ??= reachesOf((of) => graph.getModuleInfo(of), entries);
    const needing = new Set([...reaches].filter(([, reached]) => reached.has(id)).map(([name]) => name));
    const isOfReview = needing.delete("review");
    const ofKinds = new Set([...needing].flatMap((name) => kinds.get(name) ?? []));
    const isSeenMost = needing.has("member") || ofKinds.has(most);
    const isOfAll = needing.has("member") || ofKinds.size > 1;
    if (needing.has("page")) return "app";
    if (needing.has("guest")) return isSeenMost ? "app" : ofKinds.size > 0 ? "guest-later" : "guest";
    if (STYLE_FILE.test(id) && isSeenMost) return "app";
    if (isOfReview && (isOfAll || isSeenMost)) return "member-review";
    if (isOfAll) return "member";
    const [kind] = ofKinds;
    if (kind && (isOfReview || STYLE_FILE.test(id))) return isOfReview ? `${kind}-review` : kind;
    return needing.size === 1 ? [...needing][0] : kind;
  }

  const ofKind = Object.keys(screens).flatMap((kind) => [`${kind}-review`, kind]);
  // The bundler adds the dependencies of a module to the module's group, so shared modules must be assigned first.
  const names = ["app", "guest-later", "guest", "member-review", "member", ...ofKind, ...kinds.keys()];
  return names.map((group) => ({
    debugName: group,
    name: (id: string, graph: { getModuleInfo: GetModule }) => (groupOf(id, graph) === group ? group : null),
  }));
}

function reachesOf(getModule: GetModule, entries: Record<string, string>): Map<string, Set<string>> {
  const packages = new PackageEntries(getModule);
  return new Map(
    Object.entries(entries).map(([name, entry]) => {
      if (!getModule(entry)) throw new Error(`${entry} is no module of the build`);
      return [name, reachOf(entry, packages)];
    }),
  );
}

/**
 * Groups for the texts of first screens: the texts of visitors and of the members' frame are one file per language, and the texts that each
 * screen needs beyond these and beyond the preceding screens are another file.
 * @param areasOf the text areas of each first screen's modules, in order of use.
 */
export function textGroups(areasOf: Record<string, readonly string[]>, i18n: string) {
  const fileOf = new Map<string, string>();
  for (const [name, areas] of Object.entries(areasOf))
    for (const area of areas) if (!fileOf.has(area)) fileOf.set(area, name);
  const isText = /\/(\w+)\/(\w+)\.ts$/;
  return [
    {
      debugName: "texts",
      name: (id: string) => {
        const [, language = "", area = ""] = (id.startsWith(i18n) && isText.exec(id)) || [];
        const name = fileOf.get(area);
        return name ? `${name}-${language}` : null;
      },
    },
  ];
}
