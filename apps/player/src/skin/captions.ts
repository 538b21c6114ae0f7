import { rememberCaptions } from "../memory/captions-memory.ts";
import { openStorage } from "../memory/open-storage.ts";
import { type CaptionsTrack, findSameTrack, initialTrack, preferredTrack } from "./captions-choice.ts";
import { SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createCueScreen } from "./cue-screen.ts";

export type { CaptionsTrack };

export interface Captions {
  element: HTMLElement;
  list(): readonly CaptionsTrack[];
  /** Returns the chosen captions; undefined when they are off. */
  chosen(): CaptionsTrack | undefined;
  /** Applies and remembers the viewer's choice; null turns captions off. */
  choose(id: string | null): void;
  toggle(): void;
  onChange(listener: () => void): void;
}

/** Creates the captions. We draw them ourselves, above the controls, so that they look the same in all browsers. */
export function createCaptions(context: Pick<SkinContext, "root" | "video" | "session">): Captions {
  const { root, video } = context;
  const memory = rememberCaptions(openStorage("localStorage"));
  const screen = createCueScreen(video);
  let chosen: CaptionsTrack | undefined;
  let latest: CaptionsTrack | undefined;
  let isBegun = false;
  const list = () => context.session()?.captions ?? [];
  const show = (track: CaptionsTrack | undefined) => {
    chosen = track;
    if (track) latest = track;
    screen.show(track);
    root.dispatchEvent(new Event(SKIN_EVENTS.captions));
  };
  const choose = (id: string | null) => {
    const track = list().find((each) => each.id === id);
    memory.write(track ? { language: track.language, kind: track.kind } : "off");
    show(track);
  };
  root.addEventListener(SKIN_EVENTS.session, () => {
    // The choice is kept when the video gets a new generation or its captions are edited.
    const next = chosen ? findSameTrack(list(), chosen) : undefined;
    if (isBegun) show(next);
    else show(initialTrack(list(), navigator.languages, memory.read()));
    isBegun = true;
  });
  return {
    element: screen.element,
    list,
    chosen: () => chosen,
    choose,
    toggle: () => {
      const again = latest && findSameTrack(list(), latest);
      const track = again ?? preferredTrack(list(), navigator.languages);
      if (track) choose(chosen ? null : track.id);
    },
    onChange: (listener) => root.addEventListener(SKIN_EVENTS.captions, listener),
  };
}
