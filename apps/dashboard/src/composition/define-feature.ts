import type { ClientInfo, Role } from "@shoal/contract";
import type { ComponentType } from "react";
import type { LoaderFunction } from "react-router";
import type { WindowContent } from "../components/ui/windows/window-frame.tsx";
import type { WindowKind } from "../components/ui/windows/window-state.ts";
import type { texts as manage } from "../i18n/en/manage.ts";
import type { texts as palette } from "../i18n/en/palette.ts";
import type { texts as shell } from "../i18n/en/shell.ts";
import type { Area } from "../i18n/texts.ts";
import type { Guard } from "./guard.ts";

/** The keys of texts that are texts themselves. */
type TextKey<T> = { [K in keyof T & string]: T[K] extends string ? K : never }[keyof T & string];
type NavTexts = (typeof shell)["nav"];

/** The key of an entry's text below `nav`. */
export type NavText = TextKey<NavTexts> | `more.${TextKey<NavTexts["more"]>}`;
/** Below `manage.admin`. */
export type AdminText = TextKey<(typeof manage)["manage"]["admin"]>;

/** The place of a screen in navigation: the bar, its menu of more, or the user's menu. */
export type Place = "bar" | "more" | "account";

interface InNavigation {
  place: Place;
  text: NavText;
  /** The heading below which the menu of more shows it. */
  group?: keyof NavTexts["more"]["groups"];
  /** The users who see it, among those admitted by the screen's guard; all of them by default. */
  isFor?: (client: ClientInfo, roles: readonly Role[]) => boolean;
}

/** In the bar that the screens of the administration share. */
interface InAdministration {
  place: "administration";
  text: AdminText;
}

/** An entry of the navigation, which leads to the screen's first path. */
export type NavDeclaration = (InNavigation | InAdministration) & {
  /** Among those of its place, the lowest first. */
  order: number;
};

/** Flags of a client's plan on which screens depend (§1). */
export type PlanFlag = "vireed" | "export" | "scenelist";

/** How a screen is laid out, for the outline that stands in for it; a table where nothing is said. */
export type Layout = "cards" | "video" | "table" | "figures" | "sections" | "map" | "form" | "narrow";

export interface ScreenDeclaration<Name extends string = string> {
  name: Name;
  /** Navigation links to the first one. */
  paths: readonly [string, ...string[]];
  /** Who may see it (§2). */
  guard: Guard;
  /** The page, imported when it is first shown; its texts come with it. Without it, and without an action, the screen is planned. */
  load?: () => Promise<ComponentType>;
  /** Instead of a page: what ends on another screen. */
  action?: LoaderFunction;
  /** Areas in which the server's answers to the page are looked up by their codes, so that the page names none of their keys. */
  answers?: readonly Area[];
  layout?: Layout;
  /** Without navigation and windows: pages before sign-in, and frames for other pages. */
  isBare?: true;
  plan?: PlanFlag;
  nav?: readonly NavDeclaration[];
  /** The screens from which one comes here, and whose entries are marked meanwhile. */
  under?: readonly string[];
}

/** A floating window (§2). */
export interface WindowDeclaration {
  kind: WindowKind;
  load: () => Promise<WindowContent>;
}

/** The entries of the command palette beside screens. */
export interface CommandDeclaration {
  /** Below `palette`, and what tells it from others. */
  text: TextKey<(typeof palette)["palette"]>;
  order: number;
  icon: "upload" | "broadcast" | "person" | "plus";
  guard: Guard;
  isFor?: (client: ClientInfo) => boolean;
  /** An address, or a window that opens. */
  opens: { path: string } | { window: WindowKind };
}

/** All that a feature brings to the dashboard, said in one place: its `feature.ts`. */
export interface FeatureDeclaration<ScreenName extends string = string> {
  /** Like its folder. */
  name: string;
  screens: readonly ScreenDeclaration<ScreenName>[];
  windows?: readonly WindowDeclaration[];
  commands?: readonly CommandDeclaration[];
}

/** Everything that it imports, it imports when it is wanted: every page begins with all declarations. */
export const defineFeature = <const ScreenName extends string>(
  feature: FeatureDeclaration<ScreenName>,
): FeatureDeclaration<ScreenName> => feature;

export const isPlatform = ({ type }: ClientInfo): boolean => type === "platform";
export const isPlugin = ({ type }: ClientInfo): boolean => type === "plugin";
export const isCamera = ({ type }: ClientInfo): boolean => type === "camera";
export const not = (is: (client: ClientInfo) => boolean) => (client: ClientInfo) => !is(client);
