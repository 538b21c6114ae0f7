import type { FeatureDeclaration, NavDeclaration, ScreenDeclaration } from "./define-feature.ts";

/**
 * Checks that the features are consistent. Only a test calls this function, so that browsers do not load its messages.
 * @throws Error for duplicate screens, paths, navigation entries, windows or commands, for a screen without navigation, and for a screen
 * below one without an entry.
 */
export function validateFeatures(features: readonly FeatureDeclaration[]): void {
  const all = features.flatMap(({ screens }) => screens);
  const screens = new Map(all.map((screen) => [screen.name, screen]));
  rejectDuplicates("screen", features, ({ screens: own }) => own.map(({ name }) => name));
  rejectDuplicates("path", features, ({ screens: own }) => own.flatMap(({ paths }) => paths));
  rejectDuplicates("window", features, (feature) => (feature.windows ?? []).map(({ kind }) => kind));
  rejectDuplicates("command", features, (feature) => (feature.commands ?? []).map(({ text }) => text));
  rejectSamePositions(all.flatMap((screen) => (screen.nav ?? []).map((nav) => ({ screen, nav }))));
  for (const screen of all) rejectUnreachable(screen, screens);
}

function rejectDuplicates(
  kind: string,
  features: readonly FeatureDeclaration[],
  keysOf: (feature: FeatureDeclaration) => readonly string[],
): void {
  const owners = new Map<string, string>();
  for (const feature of features)
    for (const key of keysOf(feature)) {
      const owner = owners.get(key);
      if (owner !== undefined)
        throw new Error(
          `The ${kind} "${key}" of the feature "${feature.name}" is there already, in "${owner}"`,
        );
      owners.set(key, feature.name);
    }
}

type DeclaredEntry = { screen: ScreenDeclaration; nav: NavDeclaration };

/** Rejects entries of the same place with the same order, or with the same text unless they are for different users. */
function rejectSamePositions(entries: readonly DeclaredEntry[]): void {
  const seen: DeclaredEntry[] = [];
  for (const { screen, nav } of entries) {
    for (const { screen: other, nav: there } of seen) {
      if (there.place !== nav.place) continue;
      const both = `The screens "${other.name}" and "${screen.name}" have the same`;
      if (there.order === nav.order)
        throw new Error(`${both} order in the navigation: ${nav.place}, ${nav.order}`);
      const isDistinct = "isFor" in there && "isFor" in nav;
      if (there.text === nav.text && !isDistinct)
        throw new Error(`${both} text in the navigation: ${nav.place}, "${nav.text}"`);
    }
    seen.push({ screen, nav });
  }
}

function rejectUnreachable(screen: ScreenDeclaration, screens: ReadonlyMap<string, ScreenDeclaration>): void {
  for (const name of screen.under ?? [])
    if (!screens.get(name)?.nav)
      throw new Error(
        `The screen "${screen.name}" stands under "${name}", which navigation does not lead to`,
      );
  if (!screen.isBare && !screen.nav && !screen.under)
    throw new Error(`Navigation leads nowhere to the screen "${screen.name}": give it "nav" or "under"`);
  if (screen.nav && screen.paths[0].includes(":"))
    throw new Error(
      `Navigation cannot lead to the screen "${screen.name}": its first path is ${screen.paths[0]}`,
    );
}
