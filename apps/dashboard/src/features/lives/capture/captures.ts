import { AppError, routes } from "@shoal/contract";
import { canStop, isUploadOpen } from "@shoal/domain";
import { useEffect, useSyncExternalStore } from "react";
import { call } from "../../../lib/session.ts";
import { openCameraFinished } from "./camera-finished.tsx";
import type { CaptureState } from "./capture.types.ts";
import type { DirectState } from "./direct/direct.types.ts";
import { findRecordingType } from "./recording-type.ts";
import { Sending } from "./sending.ts";
import { closeSource, isMuted, type SourceKind, setMuted } from "./sources.ts";

/** What this page sends as a live. */
export interface RunningCapture {
  stream: MediaStream;
  kind: SourceKind;
  state: CaptureState;
  /** How it is with the viewers without delay; undefined for a live that has none. */
  direct: DirectState | undefined;
}

interface Entry {
  sending: Sending;
  seen: RunningCapture;
  /** Places that show it: when there is none any more, it ends. */
  places: number;
  ending?: Promise<CaptureEnding | undefined>;
}

/** How a live of this page ended: it is there to be looked at, or there was nothing of it and it is gone. */
export type CaptureEnding = "finished" | "deleted";

const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();

/** The lives that this page sends, by the uuid of their video; they outlive the windows and pages that show them. */
export const captures = {
  /**
   * Sends a stream as a live that is there, open and not published yet.
   * @throws AppError when the server does not tell where to.
   */
  async begin(uuid: string, stream: MediaStream, kind: SourceKind): Promise<void> {
    const mimeType = findRecordingType();
    if (!mimeType) throw new AppError("internal_error", "Nothing can be recorded here");
    const getAddress = () => call(routes.getStreamKey, { params: { id: uuid } });
    const address = await getAddress();
    forget(uuid);
    const sending = new Sending({
      stream,
      kind,
      address,
      mimeType,
      getAddress,
      onState: (state) => update(uuid, { state }),
      onDirect: (direct) => update(uuid, { direct }),
    });
    const { state, direct } = sending;
    entries.set(uuid, { sending, seen: { stream, kind, state, direct }, places: 0 });
    for (const track of stream.getVideoTracks()) track.onended = () => void captures.end(uuid);
    sending.start();
    notify();
  },

  find: (uuid: string): RunningCapture | undefined => entries.get(uuid)?.seen,

  /** Switches to another camera or screen; a muted publisher stays muted. */
  replace(uuid: string, stream: MediaStream, kind: SourceKind): void {
    const entry = entries.get(uuid);
    if (!entry) {
      closeSource(stream);
      return;
    }
    const { stream: former } = entry.seen;
    for (const track of stream.getVideoTracks()) track.onended = () => void captures.end(uuid);
    if (isMuted(former)) setMuted(stream, true);
    entry.sending.replace({ stream, kind });
    closeSource(former);
    update(uuid, { stream, kind });
  },

  /**
   * Stops sending and ends the live; one that nobody could ever watch goes. Only once however often it is called.
   * @returns undefined when nothing of it was sent from here any more.
   */
  async end(uuid: string): Promise<CaptureEnding | undefined> {
    const entry = entries.get(uuid);
    if (!entry) return undefined;
    entry.ending ??= endEntry(uuid, entry);
    return entry.ending;
  },
};

async function endEntry(uuid: string, { sending, seen }: Entry): Promise<CaptureEnding | undefined> {
  const stopping = sending.stop();
  closeSource(seen.stream);
  await stopping;
  // Another publisher has taken over, so the live is theirs to end.
  const ending = seen.state.fault === "replaced" ? undefined : await endLive(uuid);
  entries.delete(uuid);
  notify();
  if (ending === "finished") openCameraFinished(uuid);
  return ending;
}

/**
 * Deletes what was never published, else closes the live: nothing more comes. What it is decides, so that no call is made that
 * the server must refuse.
 */
async function endLive(uuid: string): Promise<CaptureEnding> {
  const params = { id: uuid };
  try {
    const live = await call(routes.getVideo, { params });
    if (isUploadOpen(live.encodingStatus)) {
      await call(routes.cancelUpload, { params });
      return "deleted";
    }
    // Someone may have stopped it, or the server has received its end.
    if (canStop(live)) await call(routes.stopEncoding, { params });
  } catch {
    // It was published, stopped or deleted at this very moment, or the server is away.
    await call(routes.stopEncoding, { params }).catch(() => undefined);
  }
  return "finished";
}

function forget(uuid: string): void {
  const entry = entries.get(uuid);
  if (!entry) return;
  entries.delete(uuid);
  void entry.sending.stop();
}

function update(uuid: string, change: Partial<RunningCapture>): void {
  const entry = entries.get(uuid);
  if (!entry) return;
  entry.seen = { ...entry.seen, ...change };
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this page sends of a live; undefined while it sends nothing. A capture ends soon after its last place has gone. */
export function useCapture(uuid: string): RunningCapture | undefined {
  const running = useSyncExternalStore(subscribe, () => captures.find(uuid));
  const isRunning = running !== undefined;
  useEffect(() => (isRunning ? holdPlace(uuid) : undefined), [uuid, isRunning]);
  return running;
}

/** One place may take over from another at once, as a page from a form. */
function holdPlace(uuid: string): () => void {
  const entry = entries.get(uuid);
  if (!entry) return () => undefined;
  entry.places += 1;
  return () => {
    entry.places -= 1;
    setTimeout(() => {
      if (entry.places === 0 && entries.get(uuid) === entry) void captures.end(uuid);
    });
  };
}
