import { stepChapter } from "./chapters.ts";
import type { SkinContext } from "./context.ts";
import { formatSpeed } from "./format.ts";
import { describePosition, isLive, isSeekable, positionAt } from "./live.ts";

export interface KeyboardHooks {
  /** Briefly shows the effect of a key over the video. */
  showText(text: string): void;
  toggleHelp(): void;
  toggleDelivery(): void;
  /** Shows the controls while the viewer uses keys. */
  wake(): void;
}

const VOLUME_STEP = 0.05;

type KeyCommand = () => string | undefined;

/** Handles keys wherever the focus is in the player, except in elements that handle keys themselves. */
export function listenToKeys(context: SkinContext, hooks: KeyboardHooks): void {
  const commands = commandsOf(context, hooks);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // The form or message that covers the video handles its own keys.
    if (context.root.matches(".has-gate") || context.root.querySelector(".intro[open]")) return;
    const command = isHandledByFocus(event)
      ? undefined
      : (commands[event.key] ?? digitCommand(context, event.key));
    if (!command) return;
    event.preventDefault();
    if (event.repeat && !isRepeated(event.key)) return;
    hooks.wake();
    const text = command();
    if (text) hooks.showText(text);
  });
}

/** Whether holding a key repeats its action. Seeking, volume and speed repeat, while switches act once. */
export const isRepeated = (key: string): boolean => /^(?:Arrow\w+|[jlJL<>])$/.test(key);

/** Whether the focused element handles a key itself: a button handles Space and Enter, and the volume slider handles arrows. */
function isHandledByFocus(event: KeyboardEvent): boolean {
  const { target } = event;
  if (target instanceof HTMLInputElement)
    return event.key.startsWith("Arrow") || /^(Home|End)$/.test(event.key);
  return target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter");
}

function commandsOf(context: SkinContext, hooks: KeyboardHooks): Record<string, KeyCommand> {
  const { video, actions } = context;
  const skip =
    (offsetSec: number): KeyCommand =>
    () => {
      if (!isSeekable(context)) return undefined;
      actions.seekBy(offsetSec);
      return `${offsetSec > 0 ? "+" : "−"}${Math.abs(offsetSec)} s`;
    };
  const volume =
    (offset: number): KeyCommand =>
    () => {
      actions.setVolume((video.muted ? 0 : video.volume) + offset);
      return `${context.texts.volume} ${Math.round((video.muted ? 0 : video.volume) * 100)} %`;
    };
  const run =
    (act: () => void): KeyCommand =>
    () => {
      act();
      return undefined;
    };
  const speed =
    (direction: 1 | -1): KeyCommand =>
    () => {
      if (isLive(context)) return undefined;
      actions.stepSpeed(direction);
      return formatSpeed(video.playbackRate, context.language);
    };
  const chapter =
    (direction: 1 | -1): KeyCommand =>
    () =>
      stepChapter(context, direction);
  const keys: Record<string, KeyCommand> = {
    " ": run(actions.togglePlay),
    k: run(actions.togglePlay),
    j: skip(-10),
    l: skip(10),
    ArrowLeft: skip(-5),
    ArrowRight: skip(5),
    ArrowUp: volume(VOLUME_STEP),
    ArrowDown: volume(-VOLUME_STEP),
    m: run(actions.toggleMute),
    f: run(actions.toggleFullscreen),
    c: run(actions.toggleCaptions),
    i: run(actions.togglePip),
    n: chapter(1),
    p: chapter(-1),
    "<": speed(-1),
    ">": speed(1),
    Home: run(() => actions.seekTo(positionAt(context, 0))),
    End: run(() => actions.seekTo(positionAt(context, 1))),
    d: run(hooks.toggleDelivery),
    "?": run(hooks.toggleHelp),
  };
  return { ...keys, ...withCapitals(keys) };
}

/** Adds capital letters, so that the keys also work with caps lock on. */
function withCapitals(keys: Record<string, KeyCommand>): Record<string, KeyCommand> {
  const letters = Object.entries(keys).filter(([key]) => /^[a-z]$/.test(key));
  return Object.fromEntries(letters.map(([key, command]) => [key.toUpperCase(), command]));
}

function digitCommand(context: SkinContext, key: string): KeyCommand | undefined {
  if (!/^\d$/.test(key)) return undefined;
  return () => {
    if (!isSeekable(context)) return undefined;
    const positionSec = positionAt(context, Number(key) / 10);
    context.actions.seekTo(positionSec);
    return describePosition(context, positionSec);
  };
}
