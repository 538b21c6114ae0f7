import { SKIN_EVENTS, type SkinContext } from "./context.ts";
import { el } from "./dom.ts";

export interface Captions {
  element: HTMLElement;
  list(): { id: number; label: string }[];
  /** -1 when they are off. */
  chosen(): number;
  choose(id: number): void;
  toggle(): void;
}

/** Captions drawn by us, so that they stand above the controls and look the same everywhere. */
export function createCaptions(
  context: Pick<SkinContext, "root" | "video" | "session" | "language">,
): Captions {
  const { root, video } = context;
  const element = el("div", { class: "captions", "aria-hidden": "true" });
  let chosen = -1;
  let latest = 0;
  const tracks = () => [...video.querySelectorAll("track")].map((node) => node.track);
  const paint = () => {
    const cues = [...(tracks()[chosen]?.activeCues ?? [])];
    element.replaceChildren(...cues.map((cue) => drawCue(cue)));
  };
  const choose = (id: number) => {
    chosen = id;
    if (id >= 0) latest = id;
    for (const [index, track] of tracks().entries()) {
      track.mode = index === id ? "hidden" : "disabled";
      track.oncuechange = index === id ? paint : null;
    }
    paint();
    root.dispatchEvent(new Event(SKIN_EVENTS.captions));
  };
  root.addEventListener(SKIN_EVENTS.session, () => {
    addTracks(context);
    const own = (context.session()?.captions ?? []).findIndex(
      ({ language }) => language === context.language,
    );
    latest = Math.max(0, own);
    // A session of a new generation brings the same captions under new addresses.
    if (chosen >= 0) choose(Math.min(chosen, tracks().length - 1));
  });
  return {
    element,
    list: () => (context.session()?.captions ?? []).map(({ label }, id) => ({ id, label })),
    chosen: () => chosen,
    choose,
    toggle: () => {
      if (tracks().length > 0) choose(chosen === -1 ? latest : -1);
    },
  };
}

function addTracks({ video, session }: Pick<SkinContext, "video" | "session">): void {
  for (const node of video.querySelectorAll("track")) node.remove();
  for (const { language, label, url } of session()?.captions ?? []) {
    video.append(el("track", { kind: "captions", srclang: language, label, src: url }));
  }
}

function drawCue(cue: TextTrackCue): HTMLElement {
  const line = el("p");
  if (cue instanceof VTTCue) line.append(cue.getCueAsHTML());
  return line;
}
