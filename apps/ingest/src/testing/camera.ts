import { type ChildProcess, spawn } from "node:child_process";
import { CAPTURE_PATH, CaptureAnswer, type CaptureRequest } from "@shoal/contract";
import { WebSocket } from "ws";

/** ffmpeg arguments for recordings like those of browsers. H.264 is in Matroska, which browsers also call WebM. */
const RECORDER_ARGS = {
  h264: ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "50", "-f", "matroska"],
  vp8: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-f", "webm"],
} as const;
export type Recorder = keyof typeof RECORDER_ARGS;
const SLICE_ARGS = ["-cluster_time_limit", "250", "-live", "1", "-flush_packets", "1", "pipe:1"];
const SOURCE_ARGS = [
  "-re",
  "-f",
  "lavfi",
  "-i",
  "testsrc2=s=320x180:r=25",

  "-re",
  "-f",
  "lavfi",
  "-i",
  "sine=f=440:r=48000",
];

interface CameraOptions {
  port: number;
  /** The address of the recording page. */
  origin: string;
  key: string;
  mimeType?: string;
  /** Whether the page sends no recording. */
  isPresenceAlone?: boolean;
}

/** A fake page that publishes its recording. */
export class Camera {
  readonly socket: WebSocket;
  readonly answers: CaptureAnswer[] = [];
  readonly closed: Promise<void>;
  #recorder: ChildProcess | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.answers.push(CaptureAnswer.parse(JSON.parse(String(data)))));
    socket.on("error", () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#recorder?.kill("SIGKILL");
        resolve();
      });
    });
  }

  /** Connects with a stream key. The responses show whether the page is admitted. */
  static open(options: CameraOptions): Camera {
    const { port, origin, key, mimeType = "video/webm;codecs=h264,opus", isPresenceAlone = false } = options;
    const media = isPresenceAlone ? ({ media: "none" } as const) : {};
    const socket = new WebSocket(`ws://127.0.0.1:${port}${CAPTURE_PATH}`, { origin });
    const camera = new Camera(socket);
    socket.once("open", () => camera.send({ type: "begin", key, mimeType, ...media }));
    return camera;
  }

  send(request: CaptureRequest): void {
    this.socket.send(JSON.stringify(request));
  }

  /** Records in real time until it is stopped or the connection ends. */
  record(recorder: Recorder): void {
    const args = [
      "-v",
      "error",
      "-nostdin",
      ...SOURCE_ARGS,
      "-pix_fmt",
      "yuv420p",
      ...RECORDER_ARGS[recorder].slice(0, -2),
    ];
    const child = spawn(
      "ffmpeg",
      [...args, "-c:a", "libopus", ...RECORDER_ARGS[recorder].slice(-2), ...SLICE_ARGS],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    this.#recorder = child;
    child.stdout.on("data", (slice: Buffer) => this.socket.send(slice, () => undefined));
  }

  /** Stops recording, and notifies the ingest of the end. */
  end(): void {
    this.#recorder?.kill("SIGKILL");
    this.send({ type: "end" });
  }
}
