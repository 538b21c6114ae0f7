import type { Page } from "playwright-core";

/** Returns the dominant colour in the centre of a page's player, and whether it plays audio. */
export const readShownIn = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video") as HTMLVideoElement & {
      webkitAudioDecodedByteCount: number;
    };
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    const shares = { red: data[0] ?? 0, green: data[1] ?? 0, blue: data[2] ?? 0 };
    const [colour] = Object.entries(shares).sort(([, a], [, b]) => b - a)[0] ?? [];
    return { colour, hasSound: video.webkitAudioDecodedByteCount > 0 };
  });

/** Returns the tones that a page's player is playing. The player must not be muted. */
export const readTonesIn = (page: Page, tonesHz: readonly number[]) =>
  page.evaluate((wanted) => {
    const FFT_SIZE = 8_192;
    /** The level above which a tone counts as played. The signal and the encoder's noise are 40 dB apart. */
    const LOUD_DB = -50;
    const own = window as unknown as { ear?: AnalyserNode };
    if (!own.ear) {
      const audio = new AudioContext();
      own.ear = new AnalyserNode(audio, { fftSize: FFT_SIZE, smoothingTimeConstant: 0 });
      audio.createMediaElementSource(document.querySelector("video") as HTMLVideoElement).connect(own.ear);
    }
    const levels = new Float32Array(own.ear.frequencyBinCount);
    own.ear.getFloatFrequencyData(levels);
    const placeOf = (hz: number) =>
      Math.round((hz * FFT_SIZE) / (own.ear as AnalyserNode).context.sampleRate);
    return wanted.filter((hz) => (levels[placeOf(hz)] ?? Number.NEGATIVE_INFINITY) > LOUD_DB);
  }, tonesHz);
