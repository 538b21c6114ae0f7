import { type ChildProcess, spawn } from "node:child_process";

const SOURCE_ARGS = [
  "-f",
  "lavfi",
  "-i",
  "testsrc2=s=320x180:r=25",

  "-f",
  "lavfi",
  "-i",
  "sine=f=440:r=48000",
];
const CODEC_ARGS = [
  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-g",
  "25",
  "-threads",
  "1",
  "-pix_fmt",
  "yuv420p",

  "-c:a",
  "aac",
  "-b:a",
  "96k",
  "-flags",
  "+bitexact",
  "-f",
  "flv",
];

export interface Publisher {
  child: ChildProcess;
  /** Resolves with the exit code and the output of ffmpeg. */
  ended: Promise<{ code: number | null; stderr: string }>;
}

export interface PublishOptions {
  seconds: number;
  /** Whether ffmpeg publishes in real time. */
  isLive?: boolean;
  /** Additional arguments for ffmpeg's encoders. */
  encoding?: readonly string[];
}

/** Starts ffmpeg, which publishes a test image and a tone to a URL or a file. */
export function publish(url: string, { seconds, isLive = false, encoding = [] }: PublishOptions): Publisher {
  const pace = isLive ? ["-re"] : [];
  const paced = SOURCE_ARGS.flatMap((each, n) => (n % 4 === 0 ? [...pace, each] : [each]));
  const args = [
    "-v",
    "error",
    "-nostdin",
    "-y",
    ...paced,
    "-t",
    `${seconds}`,
    ...CODEC_ARGS,
    ...encoding,
    url,
  ];
  const child = spawn("ffmpeg", args, { stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => {
    stderr += text.toString();
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, stderr }));
  });
  return { child, ended };
}
