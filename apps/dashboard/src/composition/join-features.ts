import type {
  AdminText,
  CommandDeclaration,
  FeatureDeclaration,
  NavDeclaration,
  NavPlace,
  NavText,
  ScreenDeclaration,
  WindowDeclaration,
} from "./define-feature.ts";
import type { Guard } from "./guard.ts";

export interface RouteEntry<Name extends string = string> {
  path: string;
  guard: Guard;
  screen: Name;
  isBare: boolean;
}

/** An entry of the navigation together with its screen. */
export interface NavigationItem<Name extends string = string> {
  screen: Name;
  guard: Guard;
  to: string;
  place: NavPlace;
  text: NavText;
  group?: "videos" | "lives" | "analytics";
  isFor?: Extract<NavDeclaration, { place: NavPlace }>["isFor"];
  /** The screens without an entry of their own. This entry is marked as current while one of them is shown. */
  holds: readonly Name[];
}

export interface AdminEntry<Name extends string = string> {
  screen: Name;
  to: string;
  text: AdminText;
}

interface JoinedFeatures<Name extends string> {
  screens: ReadonlyMap<Name, ScreenDeclaration<Name>>;
  routes: readonly RouteEntry<Name>[];
  /** The entries of the navigation, in display order. */
  offers: readonly NavigationItem<Name>[];
  administration: readonly AdminEntry<Name>[];
  commands: readonly CommandDeclaration[];
  windows: readonly WindowDeclaration[];
}

const NAV_PLACES: readonly NavPlace[] = ["bar", "more", "account"];

/** Joins the contributions of all features. `validate-features.ts` checks that they are consistent. */
export function joinFeatures<Name extends string>(
  features: readonly FeatureDeclaration<Name>[],
): JoinedFeatures<Name> {
  const all = features.flatMap(({ screens }) => screens);
  const screens = new Map(all.map((screen) => [screen.name, screen]));
  const routes = all.flatMap(({ name, paths, guard, isBare = false }) =>
    paths.map((path) => ({ path, guard, screen: name, isBare })),
  );
  const windows = features.flatMap((feature) => feature.windows ?? []);
  const commands = features.flatMap((feature) => feature.commands ?? []).toSorted(byOrder);
  const entries = all
    .flatMap((screen) => (screen.nav ?? []).map((nav) => ({ screen, nav })))
    .toSorted((one, other) => byOrder(one.nav, other.nav));
  const childrenOf = (name: Name) =>
    all.filter(({ under }) => under?.includes(name)).map((screen) => screen.name);
  const offers = NAV_PLACES.flatMap((place) =>
    entries.flatMap(({ screen: { name, paths, guard }, nav }): NavigationItem<Name>[] => {
      if (nav.place !== place) return [];
      const { order: _, ...rest } = nav;
      return [{ ...rest, screen: name, guard, to: paths[0], holds: childrenOf(name) }];
    }),
  );
  const administration = entries.flatMap(({ screen: { name, paths }, nav }): AdminEntry<Name>[] =>
    nav.place === "administration" ? [{ screen: name, to: paths[0], text: nav.text }] : [],
  );
  return { screens, routes, offers, administration, commands, windows };
}

const byOrder = (one: { order: number }, other: { order: number }) => one.order - other.order;
