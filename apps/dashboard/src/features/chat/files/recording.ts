import { MAX_CHAT_AUDIO_SEC, MAX_CHAT_WAVEFORM_LENGTH } from "@shoal/contract";
import { findAudioFormat } from "./audio-format.ts";
import type { FileToSend } from "./send-chat-file.ts";
import { barsOf, loudnessOf } from "./waveform.ts";

const LEVEL_INTERVAL_MS = 100;

export interface Recording {
  /** Stops the recording. @returns the recorded file. */
  stop(): Promise<FileToSend>;
  /** Stops recording and discards what was recorded. */
  discard(): void;
}

interface RecordingOptions {
  /** Called every 100 ms with the duration so far and the level from 0 to 100. */
  onLevel: (durationMs: number, level: number) => void;
  /** Called when the time limit is reached or the microphone is disconnected. */
  onEnded: () => void;
}

/** Records from the microphone. @throws DOMException if the browser or user denies it. */
export async function startRecording({ onLevel, onEnded }: RecordingOptions): Promise<Recording> {
  const format = findAudioFormat();
  if (!format) throw new DOMException("No format", "NotSupportedError");
  const [mimeType, ending] = format;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 48_000 });
  const parts: Blob[] = [];
  const levels: number[] = [];
  const samples = new Float32Array(analyser.fftSize);
  let startedAt = 0;
  let durationMs = 0;
  let isEnded = false;
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.start();
  startedAt = performance.now();
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const level = loudnessOf(samples);
    levels.push(level);
    durationMs = performance.now() - startedAt;
    onLevel(durationMs, level);
    if (durationMs >= MAX_CHAT_AUDIO_SEC * 1_000) onEnded();
  }, LEVEL_INTERVAL_MS);
  for (const track of stream.getTracks()) track.addEventListener("ended", onEnded);

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    durationMs = Math.min(performance.now() - startedAt, MAX_CHAT_AUDIO_SEC * 1_000);
    clearInterval(timer);
    if (recorder.state !== "inactive") recorder.stop();
    for (const track of stream.getTracks()) {
      track.removeEventListener("ended", onEnded);
      track.stop();
    }
    void context.close();
  }
  return {
    async stop() {
      const stopped =
        recorder.state === "inactive"
          ? Promise.resolve()
          : new Promise<void>((resolve) =>
              recorder.addEventListener("stop", () => resolve(), { once: true }),
            );
      end();
      await stopped;
      const type = mimeType.split(";")[0] ?? mimeType;
      const count = Math.min(levels.length, MAX_CHAT_WAVEFORM_LENGTH);
      return {
        file: new File(parts, `audio-message.${ending}`, { type }),
        audio: { durationMs, waveform: barsOf(levels, count) },
      };
    },
    discard: end,
  };
}
