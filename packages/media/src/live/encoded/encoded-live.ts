import type { LivePart, LiveSegment, LiveStep, LiveUpdate } from "@shoal/contract/ingest";
import type { ByteRange, ListedTrack } from "@shoal/contract/stored-data";
import { toFps } from "../../probe/frame-rate.ts";
import { journalSegmentOf, LiveJournal } from "../archive/live-journal.ts";
import { listRenditions, liveSegmentSec } from "../encoder/live-args.ts";
import type { LivePlan } from "../encoder/live-plan.ts";
import { LiveFeedError } from "../live-media.ts";
import type { LiveFeed } from "../live-stream.ts";
import { LiveWindow } from "../live-window.ts";
import { type EncodedHead, type EncodedSample, EncodedTrack } from "./encoded-track.ts";
import { type CutMedia, type CutStep, LiveCutter } from "./live-cutter.ts";
import { SegmentBytes, type SegmentBytesOptions } from "./segment-bytes.ts";

export interface EncodedLiveOptions {
  plan: LivePlan;
  /** The length of the rewind window, 30–600 s. */
  seekBackSec: number;
  bytes: SegmentBytesOptions;
  /** Whether segments stay stored after they leave the playlists, so that an archive can be made of them. */
  isKept: boolean;
}

/** The output of one encoder, on its way into a live. */
export interface EncoderFeed {
  /**
   * Handles the output of a rendition's pipe.
   * @throws Mp4Error for output that none of our encoders writes; LiveFeedError for output that violates the rules of the live's
   * window.
   */
  push(trackId: string, bytes: Buffer): void;
  /** Ends this encoder's output, which completes the segment in progress. */
  end(): void;
}

/**
 * A live whose renditions come from consecutive encoders. It can be watched once all renditions have an init segment and a
 * part.
 */
export class EncodedLive implements LiveFeed {
  readonly #options: EncodedLiveOptions;
  readonly #bytes: SegmentBytes;
  readonly #listeners = new Set<() => void>();
  readonly #readers = new Set<(news: LiveUpdate) => void>();
  readonly #ids: readonly string[];
  readonly #journal: LiveJournal | undefined;
  /** For each rendition, the id of the rendition whose bytes it currently uses. */
  #sources: Readonly<Record<string, string>> = {};
  #window: LiveWindow | undefined;
  #encoders = 0;
  /** The number of the oldest segment whose objects still exist. */
  #oldestNumber = 0;

  constructor(options: EncodedLiveOptions) {
    this.#options = options;
    this.#bytes = new SegmentBytes(options.bytes);
    if (options.isKept) this.#journal = journalIn(options.bytes);
    this.#ids = listRenditions(options.plan);
  }

  /** Whether the live can be watched. */
  get isReady(): boolean {
    return this.#window !== undefined;
  }

  /** @throws LiveFeedError until the live can be watched. */
  get window(): LiveWindow {
    if (!this.#window) throw new LiveFeedError("The live has not begun");
    return this.#window;
  }

  read(range: ByteRange): Promise<Uint8Array> {
    return this.#bytes.read(range);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onNews(reader: (news: LiveUpdate) => void): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /**
   * Continues the live with another encoder, whose times start over.
   * @param startedAtMs the capture time of the encoder's first input, ms since 1970.
   * @param made the renditions that the encoder makes, all by default. Each other rendition uses the bytes of the next larger one.
   */
  beginEncoder(startedAtMs: number, made: readonly string[] = this.#ids): EncoderFeed {
    const tracks = new Map(made.map((id) => [id, new EncodedTrack()]));
    const early: [string, EncodedSample[]][] = [];
    let cutter: LiveCutter | undefined;
    let publish: ((step: CutStep) => void) | undefined;
    const begin = (heads: Record<string, EncodedHead>) => {
      this.#endSegment();
      this.#sources = sourcesOf(this.#options.plan, made);
      publish = this.#publisher(heads, startedAtMs);
      return this.#cutter(heads);
    };
    const applySteps = (steps: readonly CutStep[]) => {
      for (const step of steps) publish?.(step);
      if (steps.length > 0) this.#notifyListeners();
    };
    return {
      push: (trackId, bytes) => {
        const samples = tracks.get(trackId)?.push(bytes) ?? [];
        if (samples.length > 0) early.push([trackId, samples]);
        const heads = cutter ? undefined : headsOf(tracks);
        cutter ??= heads && begin(heads);
        if (cutter) for (const [id, each] of early.splice(0)) applySteps(cutter.add(id, each));
      },
      end: () => {
        applySteps(cutter?.end() ?? []);
        this.#endSegment();
        this.#notifyListeners();
      },
    };
  }

  /** Ends the live. Resolves when all of its objects are stored and nothing of it is left in memory. */
  async end(): Promise<void> {
    this.#endSegment();
    this.#window?.end();
    this.#sendNews({ type: "end" });
    await this.#settle();
  }

  /** Stops making a live that may continue on another ingest, so viewers are not notified of an end. Resolves like `end`. */
  async leave(): Promise<void> {
    this.#endSegment();
    await this.#settle();
  }

  async #settle(): Promise<void> {
    this.#notifyListeners();
    await this.#bytes.settle();
    await this.#journal?.settle();
    this.#bytes.release();
  }

  /** Removes the objects of a live that is not kept, once it has no viewers left. */
  async discard(): Promise<void> {
    if (!this.#options.isKept) this.#bytes.remove(this.#options.bytes.folder);
    await this.#bytes.settle();
  }

  #cutter(heads: Record<string, EncodedHead>): LiveCutter {
    const first = this.#window?.nextNumber ?? 0;
    return new LiveCutter({
      tracks: Object.entries(heads).map(([id, { timescale }]) => ({ id, timescale })),
      stepSec: this.#options.plan.stepSec,
      segmentSecOf: (number) => liveSegmentSec(number - first),
      firstNumber: first,
    });
  }

  #publisher(heads: Record<string, EncodedHead>, startedAtMs: number): (step: CutStep) => void {
    const window = this.#openWindow(heads);
    let inits: Record<string, ByteRange> | undefined = this.#putInits(heads);
    let segment = window.nextNumber;
    return (step) => {
      if (step.segment > segment) this.#endSegment();
      segment = step.segment;
      const [lead] = Object.values(step.media);
      const made = mapValues(step.media, (media, id) => this.#partOf(id, segment, media));
      const programDateTimeMs = startedAtMs + (lead?.mediaTimeSec ?? 0) * 1_000;
      const live: LiveStep = { programDateTimeMs, parts: this.#toAll(made), ...(inits && { inits }) };
      window.addStep(live);
      this.#sendNews({ type: "step", step: live });
      inits = undefined;
      // The last part completes its segment immediately. Waiting for the next part would delay the first playlist, which needs a
      // complete segment.
      if (step.endsSegment) this.#endSegment();
    };
  }

  #partOf(trackId: string, number: number, { bytes, ...media }: CutMedia): LivePart {
    return { ...media, range: this.#bytes.append(this.#bytes.nameOf(trackId, number), bytes) };
  }

  #openWindow(heads: Record<string, EncodedHead>): LiveWindow {
    const { plan, seekBackSec } = this.#options;
    this.#window ??= new LiveWindow({
      tracks: this.#ids.map((id) => buildTrack(id, plan, heads[this.#sources[id] ?? ""])),
      partTargetSec: plan.partTargetSec,
      targetDurationSec: plan.targetDurationSec,
      seekBackSec,
    });
    return this.#window;
  }

  #putInits(heads: Record<string, EncodedHead>): Record<string, ByteRange> {
    const order = this.#encoders++;
    const { folder } = this.#options.bytes;
    const made = mapValues(heads, ({ init }, id) =>
      this.#bytes.put(`${folder}${id}/init-${order}.m4s`, init),
    );
    return this.#toAll(made);
  }

  /** Adds substitutes to an encoder's output for the renditions that the encoder leaves out. */
  #toAll<T>(made: Readonly<Record<string, T>>): Record<string, T> {
    return mapValues(this.#sources, (source) => made[source] as T);
  }

  #endSegment(): void {
    const window = this.#window;
    const open = window?.open;
    if (!window || !open) return;
    const made = [...new Set(Object.values(this.#sources))];
    const finished = made.map((id) => [id, this.#bytes.finish(this.#bytes.nameOf(id, open.number))]);
    const sha256ById = this.#toAll<string>(Object.fromEntries(finished));
    window.endSegment(sha256ById);
    this.#sendNews({ type: "segmentEnd", sha256ById });
    if (this.#options.isKept) this.#writeDown(window, open);
    else this.#removeOld(window);
  }

  #removeOld(window: LiveWindow): void {
    for (; this.#oldestNumber < window.oldestNumber; this.#oldestNumber++)
      for (const id of this.#ids) this.#bytes.remove(this.#bytes.nameOf(id, this.#oldestNumber));
  }

  #writeDown(window: LiveWindow, ended: LiveSegment): void {
    const segment = journalSegmentOf(window, ended);
    const names = [segment.inits, segment.media].flatMap((each) =>
      Object.values(each).map(({ object }) => object),
    );
    const stored = Promise.all(names.map((name) => this.#bytes.isStored(name)));
    const areStored = stored.then((all) => all.every(Boolean));
    this.#journal?.add(window.options.tracks, segment, areStored);
  }

  #sendNews(news: LiveUpdate): void {
    for (const reader of Array.from(this.#readers)) reader(news);
  }

  #notifyListeners(): void {
    for (const listener of Array.from(this.#listeners)) listener();
  }
}

const journalIn = ({ folder, objects, onFault }: SegmentBytesOptions) =>
  new LiveJournal({ folder, onFault, put: (name, bytes) => objects.put(name, bytes) });

const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  to: (value: T, key: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]));

/**
 * Returns the rendition whose bytes each rendition uses. This is the rendition itself if the encoder makes it, otherwise the next
 * larger rung that is made, or else the largest.
 */
function sourcesOf({ rungs, soundId }: LivePlan, made: readonly string[]): Record<string, string> {
  const isMade = ({ id }: { id: string }) => made.includes(id);
  const pictures = rungs.map(
    ({ id }, n) => [id, rungs.slice(n).find(isMade) ?? rungs.findLast(isMade)] as const,
  );
  const sources = pictures.map(([id, source]) => [id, source?.id ?? id]);
  return Object.fromEntries(soundId ? [...sources, [soundId, soundId]] : sources);
}

/** Returns the descriptions of all renditions. Returns undefined until all of them are known. */
function headsOf(tracks: ReadonlyMap<string, EncodedTrack>): Record<string, EncodedHead> | undefined {
  const heads = [...tracks].flatMap(([id, { head }]) => (head ? [[id, head] as const] : []));
  return heads.length === tracks.size ? Object.fromEntries(heads) : undefined;
}

function buildTrack(
  id: string,
  { rungs, soundKbps, isPassthrough }: LivePlan,
  { codecs = "", channels }: Partial<EncodedHead> = {},
): ListedTrack {
  const rung = rungs.find((each) => each.id === id);
  const bps = (rung?.maxBitrateKbps ?? soundKbps) * 1_000;
  const shared = {
    id,
    codecs,
    language: null,
    name: null,
    bandwidthBps: bps,
    averageBandwidthBps: bps,
    ...(isPassthrough ? { isCopied: isPassthrough } : {}),
  };
  if (!rung)
    return {
      ...shared,
      kind: "audio",
      width: null,
      height: null,
      fps: null,
      ...(channels === undefined ? {} : { channels }),
    };
  return { ...shared, kind: "video", width: rung.width, height: rung.height, fps: toFps(rung.fps) };
}
