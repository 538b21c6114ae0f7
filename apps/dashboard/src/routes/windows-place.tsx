import { WindowDock } from "../components/ui/windows/window-dock.tsx";
import { windowContents } from "./window-contents.tsx";

/** The floating windows with what each kind of them shows. Fetched when the first one opens. */
export const WindowsPlace = () => <WindowDock contents={windowContents} />;
