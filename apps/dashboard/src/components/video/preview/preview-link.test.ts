import type { EmbedCommand, EmbedState } from "@shoal/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPreviewLink } from "./preview-link.ts";

const CAPTIONS_TRACK = { uuid: "en", version: 3, label: "English", language: "en" };
const EDGE_ORIGIN = "https://edge.example";

/** Simulates a player whose edge knows a change only after the given number of refreshes. */
function framePlayer(refreshesUntilKnown: number) {
  const listeners: ((event: object) => void)[] = [];
  vi.stubGlobal("window", {
    addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
    removeEventListener: () => undefined,
  });
  const commands: string[] = [];
  let captions: EmbedState["captions"] = null;
  let refreshes = 0;
  const contentWindow = {
    postMessage(message: EmbedCommand, origin: string) {
      expect(origin).toBe(EDGE_ORIGIN);
      commands.push(message.command);
      if (message.command === "refresh") refreshes += 1;
      const version = refreshes >= refreshesUntilKnown ? 3 : 2;
      if (message.command === "setCaptions")
        captions = message.captions
          ? { id: message.captions, language: "en", label: "English", version }
          : null;
      const data = { shoal: 1, event: "answer", id: message.id ?? null, state: { durationSec: 0, captions } };
      for (const listener of listeners) listener({ source: contentWindow, data });
    },
  };
  const frame = { contentWindow, src: `${EDGE_ORIGIN}/embed/film` } as unknown as HTMLIFrameElement;
  return { frame, commands, shown: () => captions };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("refreshes are sent until the player shows the saved captions", () => {
  const player = framePlayer(3);
  const link = createPreviewLink();
  link.attach(player.frame);
  link.showCaptions(CAPTIONS_TRACK);
  expect(player.shown()).toMatchObject({ id: "en", version: 2 });
  vi.advanceTimersByTime(60_000);
  expect(player.shown()).toMatchObject({ id: "en", version: 3 });
  expect(player.commands.filter((command) => command === "refresh")).toHaveLength(3);
});

test("captions requested before the player is attached are shown, and captions can be turned off", () => {
  const player = framePlayer(1);
  const link = createPreviewLink();
  link.showCaptions(CAPTIONS_TRACK);
  link.attach(player.frame);
  expect(player.shown()).toMatchObject({ id: "en", version: 3 });
  link.showCaptions(null);
  expect(player.shown()).toBeNull();
});

test("refreshing stops if the edge never learns of the change", () => {
  const player = framePlayer(Number.POSITIVE_INFINITY);
  const link = createPreviewLink();
  link.attach(player.frame);
  link.showCaptions(CAPTIONS_TRACK);
  vi.advanceTimersByTime(30_000);
  const count = player.commands.length;
  vi.advanceTimersByTime(30_000);
  expect(player.commands).toHaveLength(count);
});
