/** The name of the file with the HDR table in ffmpeg's output folder. */
export const HDR_TABLE_FILE = "hdr.cube";

/** The peak white of films, and of HDR without metadata, in cd/m². */
const SOURCE_PEAK_NITS = 1_000;
/** HDR reference white (ITU-R BT.2408), which SDR shows as its own white. */
const SDR_WHITE_NITS = 203;
/** The number of points along each side of the table. ffmpeg interpolates between them, with an error of at most half a step of 8 bits. */
const POINTS_PER_SIDE = 33;
/** The gamma of SDR displays (ITU-R BT.1886). */
const SDR_GAMMA = 2.4;

// The constants of SMPTE ST 2084.
const [M1, M2, C1, C2, C3] = [
  2610 / 16384,
  (2523 / 4096) * 128,
  3424 / 4096,
  (2413 / 4096) * 32,
  (2392 / 4096) * 32,
];
const MAX_PQ_NITS = 10_000;

const toPq = (nits: number) => {
  const power = Math.min(1, Math.max(0, nits / MAX_PQ_NITS)) ** M1;
  return ((C1 + C2 * power) / (1 + C3 * power)) ** M2;
};

const fromPq = (signal: number) => {
  const power = signal ** (1 / M2);
  return MAX_PQ_NITS * (Math.max(0, power - C1) / (C2 - C3 * power)) ** (1 / M1);
};

type RgbColour = readonly [number, number, number];

/** Converts an HLG signal to scene light (ITU-R BT.2100). */
const fromHlg = (signal: number) =>
  signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;

/** Converts an HLG colour to display light at 1,000 cd/m². */
function hlgNits(signal: RgbColour): RgbColour {
  const scene = signal.map(fromHlg);
  const [red = 0, green = 0, blue = 0] = scene;
  const gain = SOURCE_PEAK_NITS * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2;
  return [red * gain, green * gain, blue * gain];
}

/**
 * Compresses luminance of up to 1,000 cd/m² below SDR white (ITU-R BT.2390, EETF): values darker than a third of it are
 * unchanged, highlights are rolled off.
 */
function rollOffHighlights(nits: number): number {
  const peak = toPq(SOURCE_PEAK_NITS);
  const most = toPq(SDR_WHITE_NITS) / peak;
  const signal = Math.min(1, toPq(nits) / peak);
  const knee = 1.5 * most - 0.5;
  if (signal < knee) return fromPq(signal * peak);
  const t = (signal - knee) / (1 - knee);
  const [t2, t3] = [t ** 2, t ** 3];
  const hermite = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * most;
  return fromPq(hermite * peak);
}

/** The conversion from BT.2020 to BT.709 (ITU-R BT.2087). */
const TO_BT709: readonly RgbColour[] = [
  [1.6605, -0.5876, -0.0728],
  [-0.1246, 1.1329, -0.0083],
  [-0.0182, -0.1006, 1.1187],
];

/**
 * Maps an HDR colour to SDR, both as signals from 0 to 1. Red, green and blue are rolled off separately, as in film: a very
 * bright yellow stays yellow and pales. Scaling all three by the luminance would turn it orange, since its red exceeds what SDR
 * can show and its green does not.
 */
export function sdrOf(signal: RgbColour, transfer: string): RgbColour {
  const nits = transfer === "arib-std-b67" ? hlgNits(signal) : signal.map(fromPq);
  const light = nits.map((each) => rollOffHighlights(each) / SDR_WHITE_NITS);
  const [red = 0, green = 0, blue = 0] = TO_BT709.map((row) => {
    const sum = row.reduce((total, factor, n) => total + factor * (light[n] ?? 0), 0);
    return Math.min(1, Math.max(0, sum)) ** (1 / SDR_GAMMA);
  });
  return [red, green, blue];
}

/** Returns the table from HDR to BT.709 for ffmpeg's `lut3d`, red first. */
export function hdrTable(transfer: string): string {
  const lines = [`LUT_3D_SIZE ${POINTS_PER_SIDE}`];
  const at = (n: number) => n / (POINTS_PER_SIDE - 1);
  for (let blue = 0; blue < POINTS_PER_SIDE; blue++)
    for (let green = 0; green < POINTS_PER_SIDE; green++)
      for (let red = 0; red < POINTS_PER_SIDE; red++) {
        const colour = sdrOf([at(red), at(green), at(blue)], transfer);
        lines.push(colour.map((each) => each.toFixed(6)).join(" "));
      }
  return `${lines.join("\n")}\n`;
}
