import type { Rolldown } from "vite";

type Module = Pick<Rolldown.ModuleInfo, "importedIds" | "code" | "exports">;
type GetModule = (id: string) => Module | null;

/** Files through which a package gives all that it has: they lead to more than is taken. */
const DOOR = /\/(?:packages\/[\w-]+\/src\/index\.ts|@mantine\/\w+\/esm\/index\.mjs|tabler-icons-react\.mjs)$/;
const NAMED_IMPORTS = /import\s*\{([^}]*)\}/g;
/** An icon is the default of a file that is called like it. */
const FILE_NAME = /([\w-]+)\.\w+$/;

/** For each door, the modules behind it by the names of what they export. */
class Doors {
  readonly #behind = new Map<string, Map<string, string>>();
  readonly getModule: GetModule;

  constructor(getModule: GetModule) {
    this.getModule = getModule;
  }

  behind(door: string): Map<string, string> {
    const known = this.#behind.get(door);
    if (known) return known;
    const found = new Map<string, string>();
    for (const id of this.getModule(door)?.importedIds ?? []) {
      found.set(FILE_NAME.exec(id)?.[1] ?? id, id);
      for (const name of this.getModule(id)?.exports ?? []) found.set(name, id);
    }
    this.#behind.set(door, found);
    return found;
  }
}

const namesIn = (code: string) =>
  [...code.matchAll(NAMED_IMPORTS)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().split(/\s/)[0] ?? ""),
  );

/** The modules that a screen needs at once. */
function reachOf(entry: string, doors: Doors): Set<string> {
  const reached = new Set<string>();
  const queue = [entry];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const module = doors.getModule(id);
    for (const imported of module?.importedIds ?? []) {
      if (!DOOR.test(imported)) queue.push(imported);
      else
        queue.push(...namesIn(module?.code ?? "").flatMap((name) => doors.behind(imported).get(name) ?? []));
    }
  }
  return reached;
}

const STYLE = /\.css(?:$|\?)/;
/** The styles of the first screens of members, a few kB, come in one file instead of four. */
const STYLED = ["member", "library", "video"];

/** By its own first screens, the modules that come before any of them. */
export interface FirstScreens {
  /** Of visitors. */
  guest: string;
  /** Of guests of a review link, who see no other screen. */
  review: string;
  /** Around each screen of members. */
  member: string;
  /** Of members, the first of a group of screens each. */
  [screen: string]: string;
}

/**
 * Groups for the bundler, by which first screens come in a few files. One for each combination of pages that share
 * something, as bundlers make them, were 124 files for the library: over HTTP/1.1, which has six requests at a time, on Fast
 * 3G 12 s of waiting for turns.
 *
 * What a visitor needs and a member too goes to "app", with the styles of members, the rest of what the visitor needs to "guest"; what is around the
 * screens of members goes to "member", what two of them need to "screens", and the rest of what one needs to a file of its own. What guests of
 * a review link need of any of these goes to a file beside it ("member-review"), so that they do not load the rest; what they alone need, or
 * members beyond their first screens, is left to the bundler. Measured: a review weighs 70 kB less for guests, and a first screen of members
 * 1 kB more.
 *
 * @param entries paths of the modules of first screens, by their names.
 * @throws Error when one of them is no part of the build.
 */
export function screenGroups(entries: FirstScreens) {
  let reaches: Map<string, Set<string>> | undefined;
  function groupOf(id: string, graph: { getModuleInfo: GetModule }): string | undefined {
    reaches ??= reachesOf((of) => graph.getModuleInfo(of), entries);
    if (Object.values(entries).includes(id)) return undefined;
    const needing = [...reaches]
      .filter(([name, reached]) => name !== "review" && reached.has(id))
      .map(([name]) => name);
    const beside = reaches.get("review")?.has(id) ? "-review" : "";
    if (STYLE.test(id) && needing.some((name) => STYLED.includes(name))) return "app";
    if (needing.includes("guest")) return needing.length > 1 ? "app" : "guest";
    if (needing.includes("member")) return `member${beside}`;
    if (needing.length > 1) return `screens${beside}`;
    return needing[0] && `${needing[0]}${beside}`;
  }
  const screens = Object.keys(entries).filter((name) => !["guest", "review", "member"].includes(name));
  // The bundler takes with a module what that needs: what many need must be taken first.
  const ofMembers = ["member", "screens", ...screens];
  return ["app", "guest", ...ofMembers.flatMap((group) => [`${group}-review`, group])].map((group) => ({
    debugName: group,
    name: (id: string, graph: { getModuleInfo: GetModule }) => (groupOf(id, graph) === group ? group : null),
  }));
}

function reachesOf(getModule: GetModule, entries: FirstScreens): Map<string, Set<string>> {
  const doors = new Doors(getModule);
  return new Map(
    Object.entries(entries).map(([name, entry]) => {
      if (!getModule(entry)) throw new Error(`${entry} is no module of the build`);
      return [name, reachOf(entry, doors)];
    }),
  );
}
