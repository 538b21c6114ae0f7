import { createLeaveGuard } from "../store/leave-guard.ts";
import { findAudioFormat } from "./audio-format.ts";
import type { Recording } from "./recording.ts";
import type { FileToSend } from "./send-chat-file.ts";

export type RecorderRefusal = "browser" | "blocked" | "noMicrophone";

/** An audio message of one room that is being recorded, or is waiting to be sent. */
export interface RecorderState {
  room: string;
  is: "starting" | "recording" | "recorded" | "refused";
  durationMs: number;
  /** The levels of the last seconds, from 0 to 100. */
  levels: readonly number[];
  recorded?: FileToSend;
  /** URL of the finished recording, for playing it before it is sent. */
  url?: string;
  reason?: RecorderRefusal;
}

/** Number of levels shown while recording. */
const SHOWN_LEVELS = 60;
/**
 * The time, in ms, after which a recording stops because chat is hidden. The delay bridges the moment without chat when the user switches
 * between its screens.
 */
const HIDDEN_TIMEOUT_MS = 1_000;

export type RecorderStore = ReturnType<typeof createRecorderStore>;

/**
 * Creates the recorder of a page, a store for `useSyncExternalStore` that records one message at a time. A recording continues while its
 * author looks at other rooms. When chat is no longer visible, the recording stops and is kept.
 */
export function createRecorderStore() {
  const listeners = new Set<() => void>();
  const hold = createLeaveGuard();
  let state: RecorderState | undefined;
  let recording: Recording | undefined;
  /** The number of the latest start, which identifies earlier starts that are still waiting for the microphone. */
  let run = 0;
  let seenBy = 0;

  function set(next: RecorderState | undefined): void {
    if (state?.url && state.url !== next?.url) URL.revokeObjectURL(state.url);
    state = next;
    hold(next !== undefined && next.is !== "refused");
    for (const listener of listeners) listener();
  }
  const change = (with_: Partial<RecorderState>) => state && set({ ...state, ...with_ });

  async function start(room: string): Promise<void> {
    if (state && state.is !== "refused") return;
    run += 1;
    const own = run;
    set({ room, is: "starting", durationMs: 0, levels: [] });
    const { startRecording } = await import("./recording.ts");
    if (own !== run) return;
    if (findAudioFormat() === undefined) {
      change({ is: "refused", reason: "browser" });
      return;
    }
    try {
      const started = await startRecording({
        onLevel(durationMs, level) {
          if (own === run)
            change({ durationMs, levels: [...(state?.levels ?? []), level].slice(-SHOWN_LEVELS) });
        },
        onEnded: () => void stop(),
      });
      if (own !== run) {
        started.discard();
        return;
      }
      recording = started;
      change({ is: "recording" });
      if (seenBy === 0) await stop();
    } catch (error) {
      if (own === run) change({ is: "refused", reason: reasonOf(error) });
    }
  }

  async function stop(): Promise<void> {
    const own = run;
    const stopping = recording;
    if (!stopping) return;
    recording = undefined;
    const recorded = await stopping.stop();
    if (own === run) change({ is: "recorded", recorded, url: URL.createObjectURL(recorded.file) });
  }

  /** Discards the recording. */
  function discard(): void {
    run += 1;
    recording?.discard();
    recording = undefined;
    set(undefined);
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): RecorderState | undefined => state,
    start,
    stop,
    discard,
    /** Reports that a chat is visible. @returns a function to call when it is hidden. */
    attach(): () => void {
      seenBy += 1;
      return () => {
        seenBy -= 1;
        // A microphone must not stay active without a visible indication.
        setTimeout(() => {
          if (seenBy === 0) void stop();
        }, HIDDEN_TIMEOUT_MS);
      };
    },
  };
}

function reasonOf(error: unknown): RecorderRefusal {
  const isBlocked =
    error instanceof DOMException && ["NotAllowedError", "SecurityError"].includes(error.name);
  return isBlocked ? "blocked" : "noMicrophone";
}
