import type { ComponentType } from "react";
import type { LoaderFunction } from "react-router";
import type { ScreenDeclaration } from "../composition/define-feature.ts";
import type { ScreenName } from "../features.ts";
import { loadTexts } from "../i18n/index.ts";
import type { Area } from "../i18n/texts.ts";
import { loadChunk } from "../lib/load-chunk.ts";
import { FEATURE_CONTRIBUTIONS } from "./route-table.ts";

/** A screen: a page that is loaded when it is first shown, or an action that leads to another screen. */
export type Screen = { lazy: () => Promise<{ Component: ComponentType }> } | { action: LoaderFunction };

/**
 * Returns a page that is loaded when it is first shown, within 120 s (§9). Its texts are bundled with its script, except the texts for
 * error codes of the server, which are loaded separately.
 */
export const lazyPage = (load: () => Promise<ComponentType>, ...answers: readonly Area[]) => ({
  lazy: async () => {
    const [Component] = await loadChunk(() => Promise.all([load(), loadTexts(...answers)]));
    return { Component };
  },
});

const toScreen = (screen: ScreenDeclaration): Screen =>
  screen.action ? { action: screen.action } : lazyPage(screen.load, ...(screen.answers ?? []));

const screens = new Map([...FEATURE_CONTRIBUTIONS.screens].map(([name, screen]) => [name, toScreen(screen)]));

/** Returns a screen. The cast is safe, because the type of the names is derived from the declared screens. */
export const screenOf = (name: ScreenName): Screen => screens.get(name) as Screen;
