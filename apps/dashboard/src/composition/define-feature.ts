import type { ClientInfo, Role } from "@shoal/contract";
import type { ComponentType } from "react";
import type { LoaderFunction } from "react-router";
import type { WindowContent } from "../components/ui/windows/window-frame.tsx";
import type { WindowKind } from "../components/ui/windows/window-state.ts";
import type { texts as palette } from "../i18n/en/palette.ts";
import type { texts as shared } from "../i18n/en/shared.ts";
import type { texts as shell } from "../i18n/en/shell.ts";
import type { Area } from "../i18n/texts.ts";
import type { Guard } from "./guard.ts";

/** The keys in a text area whose values are texts instead of groups of texts. */
type TextKey<T> = { [K in keyof T & string]: T[K] extends string ? K : never }[keyof T & string];
type NavTexts = (typeof shell)["nav"];

/** The key of a navigation entry's text below `nav`. */
export type NavText = TextKey<NavTexts> | `more.${TextKey<NavTexts["more"]>}`;
/** The key of an administration entry's text below `shared.admin`. */
export type AdminText = TextKey<(typeof shared)["shared"]["admin"]>;

/** The place of a screen in navigation: the bar, its "more" menu, or the user's menu. */
export type NavPlace = "bar" | "more" | "account";

interface NavigationEntry {
  place: NavPlace;
  text: NavText;
  /** The heading in the "more" menu under which the entry is shown. */
  group?: keyof NavTexts["more"]["groups"];
  /** Returns whether the entry is shown to a user whom the screen's guard admits; by default, it is shown to all of them. */
  isFor?: (client: ClientInfo, roles: readonly Role[]) => boolean;
}

/** An entry in the bar of the administration's screens. */
interface AdministrationEntry {
  place: "administration";
  text: AdminText;
}

/** An entry of the navigation, which links to the screen's first path. */
export type NavDeclaration = (NavigationEntry | AdministrationEntry) & {
  /** Position among the entries of the same place, lowest first. */
  order: number;
};

/** Flags of a client's plan that screens depend on (§1). */
export type PlanFlag = "vireed" | "export" | "scenelist";

/** The layout of the placeholder that is shown while the screen loads; a table by default. */
export type SkeletonLayout = "cards" | "video" | "table" | "figures" | "sections" | "map" | "form" | "narrow";

interface ScreenProperties<Name extends string> {
  name: Name;
  /** The paths of the screen. Navigation links to the first one. */
  paths: readonly [string, ...string[]];
  /** The guard that decides who can see the screen (§2). */
  guard: Guard;
  /** The text areas with the messages for the server's error codes, which are loaded with the page. */
  answers?: readonly Area[];
  layout?: SkeletonLayout;
  /** Whether the screen has no navigation and no windows: pages before sign-in, and frames for other pages. */
  isBare?: true;
  plan?: PlanFlag;
  nav?: readonly NavDeclaration[];
  /** The screens that lead to this screen. Their navigation entries are marked as current while this screen is shown. */
  under?: readonly string[];
}

interface PageContent {
  /** Loads the page with its texts on first use. */
  load: () => Promise<ComponentType>;
  action?: never;
}

interface ActionContent {
  /** Runs instead of showing a page, for paths that lead to another screen. */
  action: LoaderFunction;
  load?: never;
}

/** A screen, which has either a page or an action. */
export type ScreenDeclaration<Name extends string = string> = ScreenProperties<Name> &
  (PageContent | ActionContent);

/** A floating window (§2). */
export interface WindowDeclaration {
  kind: WindowKind;
  load: () => Promise<WindowContent>;
}

/** An entry of the command palette other than a screen. */
export interface CommandDeclaration {
  /** The key of the entry's text below `palette`, which also identifies the entry. */
  text: TextKey<(typeof palette)["palette"]>;
  order: number;
  icon: "upload" | "broadcast" | "person" | "plus";
  guard: Guard;
  isFor?: (client: ClientInfo) => boolean;
  /** Opens the page at a path, or a window. */
  opens: { path: string } | { window: WindowKind };
}

/** Everything that a feature contributes to the dashboard, declared in its `feature.ts`. */
export interface FeatureDeclaration<ScreenName extends string = string> {
  /** The name of the feature, which is also the name of its folder. */
  name: string;
  screens: readonly ScreenDeclaration<ScreenName>[];
  windows?: readonly WindowDeclaration[];
  commands?: readonly CommandDeclaration[];
}

/** Declares a feature. Declarations import everything lazily, because every page starts by loading all of them. */
export const defineFeature = <const ScreenName extends string>(
  feature: FeatureDeclaration<ScreenName>,
): FeatureDeclaration<ScreenName> => feature;

export const isPlatform = ({ type }: ClientInfo): boolean => type === "platform";
export const isPlugin = ({ type }: ClientInfo): boolean => type === "plugin";
export const isCamera = ({ type }: ClientInfo): boolean => type === "camera";
export const isNot = (is: (client: ClientInfo) => boolean) => (client: ClientInfo) => !is(client);
