import { WindowDock } from "../components/ui/windows/window-dock.tsx";
import type { WindowContents } from "../components/ui/windows/window-frame.tsx";
import type { WindowKind } from "../components/ui/windows/window-state.ts";
import { FEATURE_CONTRIBUTIONS } from "./route-table.ts";

/** Loads the floating windows and their contents by kind, when the first one opens. */
export async function loadWindowsHost() {
  const loaded = await Promise.all(
    FEATURE_CONTRIBUTIONS.windows.map(async ({ kind, load }) => [kind, await load()] as const),
  );
  const contents: WindowContents = Object.fromEntries(loaded);
  return { default: () => <WindowDock contents={contents} /> };
}

/** Preloads the content of a kind of window, so that it opens without delay. */
export async function preloadWindow(wanted: WindowKind): Promise<void> {
  const content = await FEATURE_CONTRIBUTIONS.windows.find(({ kind }) => kind === wanted)?.load();
  await content?.prepare?.();
}
