import { findRecordingType } from "./recording-type.ts";

export const SOURCE_KINDS = ["camera", "screen"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The text key of the reason why the source shows no picture. */
export type SourceFault = "insecure" | "unsupported" | "noScreen" | "denied" | "noDevice" | "busy" | "failed";

export interface SourcePreferences {
  cameraId: string;
  microphoneId: string;
  /** On a phone, whether to use the front or the back camera. */
  facing: "user" | "environment";
  /** Whether to add the user's microphone to a shared screen. */
  hasMicrophone: boolean;
}

const CAMERA_KEY = "shoal.camera";
const MICROPHONE_KEY = "shoal.microphone";
const CAMERA_SIZE = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } };

/** The parts of a stream that mixes the audio of a shared screen with the user's voice. */
interface AudioMix {
  /** The user's voice, which is mixed with the shared audio. */
  microphone: MediaStream;
  /** Whether the shared screen has its own audio. */
  hasScreenSound: boolean;
  close(): void;
}

const audioMixes = new WeakMap<MediaStream, AudioMix>();

const SOURCE_FAULTS: Record<string, SourceFault> = {
  NotAllowedError: "denied",
  SecurityError: "denied",

  NotFoundError: "noDevice",
  OverconstrainedError: "noDevice",

  NotReadableError: "busy",
  AbortError: "busy",
};

/** Returns the cause of an error that the browser reported. */
export const sourceFaultOf = (error: unknown): SourceFault =>
  (error instanceof Error ? SOURCE_FAULTS[error.name] : undefined) ?? "failed";

/** Returns an obstacle that is known before any request; undefined if there is none. */
export function findObstacle(kind: SourceKind): SourceFault | undefined {
  if (!globalThis.isSecureContext) return "insecure";
  if (!findRecordingType() || !navigator.mediaDevices) return "unsupported";
  // Browsers on phones cannot share the screen.
  return kind === "screen" && !("getDisplayMedia" in navigator.mediaDevices) ? "noScreen" : undefined;
}

/** Returns the choices remembered by this browser. */
export const loadPreferences = (): SourcePreferences => ({
  cameraId: localStorage.getItem(CAMERA_KEY) ?? "",
  microphoneId: localStorage.getItem(MICROPHONE_KEY) ?? "",
  facing: "user",
  hasMicrophone: true,
});

export function storePreferences({ cameraId, microphoneId }: SourcePreferences): void {
  localStorage.setItem(CAMERA_KEY, cameraId);
  localStorage.setItem(MICROPHONE_KEY, microphoneId);
}

/** Opens a camera or a screen after the browser's permission prompt. @throws DOMException; see `sourceFaultOf`. */
export const openSource = (kind: SourceKind, wishes: SourcePreferences): Promise<MediaStream> =>
  kind === "camera" ? openCamera(wishes) : openScreen(wishes);

/** Opens a camera. If the chosen device is missing, another one is used; a missing microphone is no error. */
async function openCamera({ cameraId, microphoneId, facing }: SourcePreferences): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  const which = cameraId ? { deviceId: { ideal: cameraId } } : { facingMode: { ideal: facing } };
  const video = { ...CAMERA_SIZE, ...which };
  try {
    return await mediaDevices.getUserMedia({ video, audio: audioOf(microphoneId) });
  } catch (error) {
    if (!(await lacksMicrophone(error))) throw error;
    return mediaDevices.getUserMedia({ video });
  }
}

async function openScreen({ microphoneId, hasMicrophone }: SourcePreferences): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  const screen = await mediaDevices.getDisplayMedia({
    video: { frameRate: { ideal: 30, max: 30 } },
    audio: true,
  });
  if (!hasMicrophone) return screen;
  try {
    return mixAudio(screen, await mediaDevices.getUserMedia({ audio: audioOf(microphoneId) }));
  } catch (error) {
    if (await lacksMicrophone(error)) return screen;
    closeSource(screen);
    throw error;
  }
}

const audioOf = (microphoneId: string) => (microphoneId ? { deviceId: { ideal: microphoneId } } : true);

/** Whether opening failed because this computer has no microphone. */
async function lacksMicrophone(error: unknown): Promise<boolean> {
  if (sourceFaultOf(error) !== "noDevice") return false;
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.every(({ kind }) => kind !== "audioinput");
}

/** Mixes two audio tracks into one, because a recorder uses only the first track. */
function mixAudio(screen: MediaStream, microphone: MediaStream): MediaStream {
  const context = new AudioContext();
  const out = context.createMediaStreamDestination();
  for (const part of [screen, microphone])
    if (part.getAudioTracks().length > 0) context.createMediaStreamSource(part).connect(out);
  const mixed = new MediaStream([...screen.getVideoTracks(), ...out.stream.getAudioTracks()]);
  audioMixes.set(mixed, {
    microphone,
    hasScreenSound: screen.getAudioTracks().length > 0,
    close() {
      stopTracks(screen);
      stopTracks(microphone);
      void context.close();
    },
  });
  return mixed;
}

/** Stops all tracks, which turns off the browser's recording indicator. */
export function closeSource(stream: MediaStream): void {
  stopTracks(stream);
  audioMixes.get(stream)?.close();
  audioMixes.delete(stream);
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Whether the user's microphone was added to the shared screen. */
export const hasMicrophone = (stream: MediaStream): boolean => audioMixes.has(stream);

/** Whether muting affects only the voice, because the shared screen has its own audio. */
export const hasSeparateVoice = (stream: MediaStream): boolean =>
  audioMixes.get(stream)?.hasScreenSound ?? false;

/** Returns the tracks that can be muted: with a shared screen that has its own audio, only the voice. */
const mutableTracks = (stream: MediaStream): MediaStreamTrack[] =>
  (audioMixes.get(stream)?.microphone ?? stream).getAudioTracks();

/**
 * Whether the stream has audio and all of it is muted. If a shared screen has its own audio, only the voice counts.
 */
export function isMuted(stream: MediaStream): boolean {
  const tracks = mutableTracks(stream);
  return tracks.length > 0 && tracks.every(({ enabled }) => !enabled);
}

/** Mutes or unmutes the audio that `isMuted` refers to. Recording and sending continue, with silence. */
export function setMuted(stream: MediaStream, muted: boolean): void {
  for (const track of mutableTracks(stream)) track.enabled = !muted;
}

export interface DeviceChoice {
  value: string;
  label: string;
}

/** Lists cameras and microphones. Their names are empty until the user has given permission. */
export async function listDevices(): Promise<Record<"cameras" | "microphones", DeviceChoice[]>> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const of = (kind: MediaDeviceKind) =>
    devices
      .filter((device) => device.kind === kind && device.deviceId !== "")
      .map(({ deviceId, label }, n) => ({ value: deviceId, label: label || `${n + 1}` }));
  return { cameras: of("videoinput"), microphones: of("audioinput") };
}
