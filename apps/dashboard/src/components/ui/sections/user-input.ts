import { useLayoutEffect, useRef } from "react";

/**
 * Events that show that the reader scrolls, presses or types: after such an event, the page must not scroll or move the focus on its own.
 */
const USER_INPUT_EVENTS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Calls `run` when the reader scrolls, presses or types. @returns a function that stops listening. */
export function onUserInput(run: () => void): () => void {
  const listening = new AbortController();
  for (const type of USER_INPUT_EVENTS)
    addEventListener(type, run, { capture: true, passive: true, signal: listening.signal });
  return () => listening.abort();
}

/**
 * Whether the reader has clicked or typed since the last navigation. Content that loads late must not move the focus of such a reader.
 * @param navigation the key of the current location; a new one starts again.
 */
export function useHasUserInput(navigation: string): () => boolean {
  const hasMoved = useRef(false);
  // Uses a layout effect, because it runs before the effects of the content, which read the value after the same navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation resets the value
  useLayoutEffect(() => {
    hasMoved.current = false;
    return onUserInput(() => {
      hasMoved.current = true;
    });
  }, [navigation]);
  return () => hasMoved.current;
}
