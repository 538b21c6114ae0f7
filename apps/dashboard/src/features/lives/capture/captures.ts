import { AppError, routes } from "@shoal/contract";
import { canStop, isUploadOpen } from "@shoal/domain";
import { useEffect, useSyncExternalStore } from "react";
import { call } from "../../../lib/session.ts";
import { openCameraFinishedDialog } from "./camera-finished.tsx";
import type { CaptureState } from "./capture.types.ts";
import type { DirectState } from "./direct/direct.types.ts";
import { findRecordingType } from "./recording-type.ts";
import { LiveSender } from "./sending.ts";
import { closeSource, isMuted, type SourceKind, setMuted } from "./sources.ts";

/** A live that this page is sending, with its state. */
export interface RunningCapture {
  stream: MediaStream;
  kind: SourceKind;
  state: CaptureState;
  /** The state of the connection to viewers without delay; undefined for a live that has no such viewers. */
  direct: DirectState | undefined;
}

interface CaptureEntry {
  sending: LiveSender;
  seen: RunningCapture;
  /** The number of components that show the capture, which ends when the last of them unmounts. */
  places: number;
  ending?: Promise<CaptureEnding | undefined>;
}

/** The outcome of a live that this page published: it can be watched, or it was empty and has been deleted. */
export type CaptureEnding = "finished" | "deleted";

const captureEntries = new Map<string, CaptureEntry>();
const listeners = new Set<() => void>();

/** The lives that this page sends, by the uuid of their video. They outlive the components that show them. */
export const captures = {
  /**
   * Sends a stream as an existing live that is open and not published yet.
   * @throws AppError if the server does not return the ingest address.
   */
  async begin(uuid: string, stream: MediaStream, kind: SourceKind): Promise<void> {
    const mimeType = findRecordingType();
    if (!mimeType) throw new AppError("internal_error", "Nothing can be recorded here");
    const getAddress = () => call(routes.getStreamKey, { params: { id: uuid } });
    const address = await getAddress();
    removeEntry(uuid);
    const sending = new LiveSender({
      stream,
      kind,
      address,
      mimeType,
      getAddress,
      onState: (state) => updateCapture(uuid, { state }),
      onDirect: (direct) => updateCapture(uuid, { direct }),
    });
    const { state, direct } = sending;
    captureEntries.set(uuid, { sending, seen: { stream, kind, state, direct }, places: 0 });
    for (const track of stream.getVideoTracks()) track.onended = () => void captures.end(uuid);
    sending.start();
    notifyListeners();
  },

  find: (uuid: string): RunningCapture | undefined => captureEntries.get(uuid)?.seen,

  /** Switches to another camera or screen. A muted publisher stays muted. */
  replace(uuid: string, stream: MediaStream, kind: SourceKind): void {
    const entry = captureEntries.get(uuid);
    if (!entry) {
      closeSource(stream);
      return;
    }
    const { stream: former } = entry.seen;
    for (const track of stream.getVideoTracks()) track.onended = () => void captures.end(uuid);
    if (isMuted(former)) setMuted(stream, true);
    entry.sending.replace({ stream, kind });
    closeSource(former);
    updateCapture(uuid, { stream, kind });
  },

  /**
   * Stops sending and ends the live; a live that was never watchable is deleted. Further calls have no effect.
   * @returns undefined if this page was no longer sending the live.
   */
  async end(uuid: string): Promise<CaptureEnding | undefined> {
    const entry = captureEntries.get(uuid);
    if (!entry) return undefined;
    entry.ending ??= endEntry(uuid, entry);
    return entry.ending;
  },
};

async function endEntry(uuid: string, { sending, seen }: CaptureEntry): Promise<CaptureEnding | undefined> {
  const stopping = sending.stop();
  closeSource(seen.stream);
  await stopping;
  // If another publisher has taken over the live, that publisher ends it.
  const ending = seen.state.fault === "replaced" ? undefined : await endLive(uuid);
  captureEntries.delete(uuid);
  notifyListeners();
  if (ending === "finished") openCameraFinishedDialog(uuid);
  return ending;
}

/**
 * Deletes a live that was never published, otherwise closes it, so that it accepts no more input. The live's state is read first, to avoid
 * calls that the server would reject.
 */
async function endLive(uuid: string): Promise<CaptureEnding> {
  const params = { id: uuid };
  try {
    const live = await call(routes.getVideo, { params });
    if (isUploadOpen(live.encodingStatus)) {
      await call(routes.cancelUpload, { params });
      return "deleted";
    }
    // The live may already have been stopped by another user, or by the end that the server received.
    if (canStop(live)) await call(routes.stopEncoding, { params });
  } catch {
    // The live was published, stopped or deleted in the meantime, or the server is unavailable.
    await call(routes.stopEncoding, { params }).catch(() => undefined);
  }
  return "finished";
}

function removeEntry(uuid: string): void {
  const entry = captureEntries.get(uuid);
  if (!entry) return;
  captureEntries.delete(uuid);
  void entry.sending.stop();
}

function updateCapture(uuid: string, change: Partial<RunningCapture>): void {
  const entry = captureEntries.get(uuid);
  if (!entry) return;
  entry.seen = { ...entry.seen, ...change };
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns this page's capture of a live; undefined if it is not sending the live. A capture ends shortly after the last component showing
 * it unmounts.
 */
export function useCapture(uuid: string): RunningCapture | undefined {
  const running = useSyncExternalStore(subscribe, () => captures.find(uuid));
  const isRunning = running !== undefined;
  useEffect(() => (isRunning ? retainCapture(uuid) : undefined), [uuid, isRunning]);
  return running;
}

/** Counts a component that shows the capture. Another component may take over immediately, as the page of a live does from its form. */
function retainCapture(uuid: string): () => void {
  const entry = captureEntries.get(uuid);
  if (!entry) return () => undefined;
  entry.places += 1;
  return () => {
    entry.places -= 1;
    setTimeout(() => {
      if (entry.places === 0 && captureEntries.get(uuid) === entry) void captures.end(uuid);
    });
  };
}
