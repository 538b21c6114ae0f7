import { WindowDock } from "../components/ui/windows/window-dock.tsx";
import type { WindowContents } from "../components/ui/windows/window-frame.tsx";
import type { WindowKind } from "../components/ui/windows/window-state.ts";
import { JOINED } from "./route-table.ts";

/** The floating windows with what each kind of them shows. Fetched when the first one opens. */
export async function loadWindowsPlace() {
  const loaded = await Promise.all(
    JOINED.windows.map(async ({ kind, load }) => [kind, await load()] as const),
  );
  const contents: WindowContents = Object.fromEntries(loaded);
  return { default: () => <WindowDock contents={contents} /> };
}

/** Fetches what a kind of window shows, so that it stands there as soon as it is opened. */
export async function prepareWindow(wanted: WindowKind): Promise<void> {
  const content = await JOINED.windows.find(({ kind }) => kind === wanted)?.load();
  await content?.prepare?.();
}
