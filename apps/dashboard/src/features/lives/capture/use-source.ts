import { useCallback, useEffect, useRef, useState } from "react";
import {
  closeSource,
  type DeviceChoice,
  findObstacle,
  isMuted,
  listDevices,
  loadPreferences,
  openSource,
  type SourceFault,
  type SourceKind,
  type SourcePreferences,
  setMuted,
  sourceFaultOf,
  storePreferences,
} from "./sources.ts";

export interface SourceState {
  kind: SourceKind;
  wishes: SourcePreferences;
  /** The captured stream; undefined while no source is turned on. */
  stream: MediaStream | undefined;
  fault: SourceFault | undefined;
  isOpening: boolean;
  devices: Record<"cameras" | "microphones", DeviceChoice[]>;
  choose(kind: SourceKind): void;
  /** Stores a choice, which applies when the source is turned on. */
  wish(change: Partial<SourcePreferences>): void;
  /** Turns the source on, or switches it to the given choice. */
  open(wishes?: Partial<SourcePreferences>): Promise<void>;
  /** Passes the stream to code that becomes responsible for turning it off, unless that code fails. */
  give(use: (stream: MediaStream, kind: SourceKind) => Promise<unknown>): Promise<void>;
}

const NO_DEVICES = { cameras: [], microphones: [] };

/** Manages a camera or a screen, and turns it off when the component unmounts. */
export function useSource(): SourceState {
  const [kind, setKind] = useState<SourceKind>("camera");
  const [wishes, setWishes] = useState(loadPreferences);
  const [stream, setStream] = useState<MediaStream>();
  const [fault, setFault] = useState<SourceFault | undefined>(() => findObstacle("camera"));
  const [isOpening, setOpening] = useState(false);
  const [devices, setDevices] = useState<SourceState["devices"]>(NO_DEVICES);
  const held = useRef<MediaStream>(undefined);
  const isThere = useRef(true);
  const hold = useCallback((next: MediaStream | undefined) => {
    if (held.current) closeSource(held.current);
    held.current = next;
    setStream(next);
  }, []);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      hold(undefined);
    };
  }, [hold]);

  const isOn = stream !== undefined;
  // Lists the devices again when a device is plugged in, so that it can be selected.
  useEffect(() => {
    if (!isOn) return;
    const handleChange = () => void listDevices().then(setDevices);
    navigator.mediaDevices.addEventListener("devicechange", handleChange);
    return () => navigator.mediaDevices.removeEventListener("devicechange", handleChange);
  }, [isOn]);

  async function open(changes: Partial<SourcePreferences> = {}): Promise<void> {
    const wanted = { ...wishes, ...changes };
    setWishes(wanted);
    const obstacle = findObstacle(kind);
    setFault(obstacle);
    if (obstacle) return;
    setOpening(true);
    const wasMuted = held.current !== undefined && isMuted(held.current);
    try {
      // Turns the current camera off first, because many phones can open only one camera at a time.
      if (kind === "camera") hold(undefined);
      const opened = await openSource(kind, wanted);
      // If the user has left the page in the meantime, the stream is closed again.
      if (!isThere.current) {
        closeSource(opened);
        return;
      }
      if (wasMuted) setMuted(opened, true);
      for (const track of opened.getVideoTracks()) track.onended = () => hold(undefined);
      hold(opened);
      storePreferences(wanted);
      setDevices(await listDevices());
    } catch (error) {
      setFault(sourceFaultOf(error));
    } finally {
      setOpening(false);
    }
  }

  return {
    kind,
    wishes,
    stream,
    fault,
    isOpening,
    devices,
    open,
    choose(next) {
      hold(undefined);
      setKind(next);
      setFault(findObstacle(next));
    },
    wish: (change) => setWishes({ ...wishes, ...change }),
    async give(use) {
      const given = held.current;
      if (!given) return;
      held.current = undefined;
      try {
        await use(given, kind);
      } catch (error) {
        hold(given);
        throw error;
      }
    },
  };
}
