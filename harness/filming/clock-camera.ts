import { CLOCK_LAYOUT, clockSquares } from "@shoal/testkit/clock-picture";

const FPS = 30;
const TONE_HZ = 440;

/** Returns a stream of a tone and of moving frames. A row of squares in each frame encodes when the frame was created. Runs in a page. */
export function filmClock({ width, height }: { width: number; height: number }): MediaStream {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
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
  const { width, height } = context.canvas;
  context.fillStyle = `hsl(${(timeMs / 50) % 360} 50% 40%)`;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#fff";
  context.fillRect((timeMs / 5) % width, height / 2, height / 6, height / 6);
  const squares = clockSquares(timeMs);
  for (const [place, bit] of squares.entries()) {
    context.fillStyle = bit === 1 ? "#fff" : "#000";
    const side = width / squares.length;
    context.fillRect(place * side, 0, side, height * CLOCK_LAYOUT.heightShare);
  }
}
