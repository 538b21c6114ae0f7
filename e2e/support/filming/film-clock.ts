import type { RoomAddress } from "../../../apps/dashboard/src/features/lives/capture/direct/direct.types.ts";
import { RoomPublisher } from "../../../apps/dashboard/src/features/lives/capture/direct/room-publisher.ts";
import { CLOCK_LAYOUT, clockSquares } from "../../../packages/testkit/src/live/clock-picture.ts";

const [WIDTH, HEIGHT, FPS] = [640, 360, 30];
/** Of a line that is none of the machine's own. */
const BUDGET_KBPS = 20_000;
const TONE_HZ = 440;

/** What this script adds to its page. */
export interface FilmingWindow {
  /** Films a clock in the room of a live, as a dashboard films a camera. */
  film(address: RoomAddress): void;
  /** How many are connected with this page. */
  viewers(): number;
}

let publisher: RoomPublisher | undefined;

function film(address: RoomAddress): void {
  publisher = new RoomPublisher({
    ...{ address, stream: filmClock(), kind: "camera", budgetKbps: BUDGET_KBPS },
    getAddress: () => Promise.resolve(address),
    onState: () => undefined,
  });
  publisher.start();
}

/** A picture that moves, under a row of squares that tells when each was made, and a tone. */
function filmClock(): MediaStream {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws nothing");
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  setInterval(() => {
    drawPicture(context, Date.now());
    track?.requestFrame();
  }, 1_000 / FPS);
  return new MediaStream([...stream.getTracks(), ...playTone().getTracks()]);
}

function playTone(): MediaStream {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  tone.frequency.value = TONE_HZ;
  const target = audio.createMediaStreamDestination();
  tone.connect(target);
  tone.start();
  return target.stream;
}

function drawPicture(context: CanvasRenderingContext2D, timeMs: number): void {
  context.fillStyle = `hsl(${(timeMs / 50) % 360} 50% 40%)`;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = "#fff";
  context.fillRect((timeMs / 5) % WIDTH, HEIGHT / 2, HEIGHT / 6, HEIGHT / 6);
  const squares = clockSquares(timeMs);
  const height = HEIGHT * CLOCK_LAYOUT.heightShare;
  for (const [place, bit] of squares.entries()) {
    context.fillStyle = bit === 1 ? "#fff" : "#000";
    context.fillRect((place * WIDTH) / squares.length, 0, WIDTH / squares.length, height);
  }
}

Object.assign(window, { film, viewers: () => publisher?.state.viewers ?? 0 } satisfies FilmingWindow);
