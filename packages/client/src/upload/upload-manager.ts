import { UPLOAD_CHUNK_BYTES } from "@shoal/contract/constants";
import { codeOf } from "../errors.ts";
import { Listeners } from "./listeners.ts";
import { type RetryTimers, repeatUntilDone } from "./persistence.ts";
import {
  chunkCountOf,
  chunkSizeOf,
  isVideoFile,
  missingChunks,
  type Refusal,
  type SourceFile,
  type UploadItem,
} from "./upload-item.ts";
import { UploadJob } from "./upload-job.ts";
import { prepareUploads } from "./upload-preparation.ts";
import type { UploadServer } from "./upload-server.ts";

const PARALLEL_CHUNKS = 3;
const REPORT_INTERVAL_MS = 5_000;
/** The minimum interval between updates of the list, since progress events are far more frequent than a screen needs. */
const PUBLISH_INTERVAL_MS = 200;

export interface UploadDeps<S, O, F extends object> {
  server: UploadServer<F>;
  /** SHA-256 of the bytes, hex; undefined if unavailable. Rejects when the file can no longer be read. */
  hash: (bytes: Blob) => Promise<string | undefined>;
  /** The settings of a new file until the user changes them. */
  defaults: S;
  /** Fields of the created video, from its own settings and the options of the start. */
  fieldsOf: (settings: S, options: O | undefined) => F;
  patience: RetryTimers;
  /** Whether a file is accepted; by default, if its type or name looks like a video. */
  accepts?: (file: SourceFile) => boolean;
  nowMs: () => number;
}

interface AssignedChunk<S, O> {
  job: UploadJob<S, O>;
  number: number;
}

/**
 * Sends files in chunks, three at a time, while users move between pages. Each chunk is read from its file when it is sent. Lost
 * connections are retried; if the server rejects a file, only the upload of that file ends.
 */
export class UploadManager<S, O, F extends object> {
  #deps: UploadDeps<S, O, F>;
  #jobs: UploadJob<S, O>[] = [];
  #items: readonly UploadItem<S>[] = [];
  #lanes = 0;
  #nextId = 1;
  #publishedAtMs = Number.NEGATIVE_INFINITY;
  #stopAll = new AbortController();
  #listeners = new Listeners();
  #endListeners = new Listeners<[items: readonly UploadItem<S>[]]>();
  #faultListeners = new Listeners<[error: unknown]>();
  #refusalListeners = new Listeners<[error: unknown]>();

  constructor(deps: UploadDeps<S, O, F>) {
    this.#deps = deps;
  }

  /** Called when a file fails, before its status shows it. */
  onFault = this.#faultListeners.add;

  subscribe = this.#listeners.add;

  /** Returns the same array until an upload changes. */
  snapshot = (): readonly UploadItem<S>[] => this.#items;

  /** Called when every file of the list is uploaded, with these files. The list is empty by then. */
  onAllUploaded = this.#endListeners.add;

  /** Called when videos could not be created, once for all files that were started together. */
  onNotCreated = this.#refusalListeners.add;

  /** Puts files on the list. @returns the rejected files, with the reasons (§5). */
  add(files: readonly SourceFile[]): Refusal[] {
    const { accepts = isVideoFile } = this.#deps;
    const refused: Refusal[] = [];
    for (const file of files) {
      const isDuplicate = this.#jobs.some((job) => job.file.name === file.name);
      if (!accepts(file)) refused.push({ name: file.name, reason: "not_a_video" });
      else if (isDuplicate) refused.push({ name: file.name, reason: "duplicate_name" });
      else this.#jobs.push(new UploadJob<S, O>(String(this.#nextId++), file, this.#deps.defaults));
    }
    this.#publish();
    return refused;
  }

  /** Renames a file that has not started. */
  rename(id: string, title: string): void {
    const job = this.#find(id);
    if (job?.status === "chosen") job.title = title;
    this.#publish();
  }

  /** Changes the encoding settings of files that have not started: of the file with this id, or of all files if no id is given. */
  configure(settings: S, id?: string): void {
    const wanted = this.#jobs.filter((job) => job.status === "chosen" && (id ?? job.id) === job.id);
    for (const job of wanted) job.settings = settings;
    this.#publish();
  }

  /** Starts every chosen file. */
  start(options?: O): void {
    const jobs = this.#jobs.filter((job) => job.status === "chosen");
    for (const job of jobs) Object.assign(job, { status: "queued", options });
    this.#send(jobs);
  }

  /** Pauses a file until `resume`; others continue. */
  pause(id: string): void {
    const job = this.#find(id);
    if (job?.status !== "queued" && job?.status !== "uploading") return;
    job.pause();
    this.#fillLanes();
  }

  resume(id: string): void {
    const job = this.#find(id);
    if (job?.status !== "paused") return;
    job.resume();
    this.#publish();
    void job.prepared.then(() => {
      if (job.status !== "queued") return;
      if (job.uuid) this.#fillLanes();
      else this.#send([job]);
    });
  }

  /** Retries a failed file; what the server already has is not sent again. */
  retry(id: string): void {
    const job = this.#find(id);
    if (job?.status !== "error") return;
    job.rearm();
    this.#send([job]);
  }

  /** Removes a file from the list and its video from the server. */
  async cancel(id: string): Promise<void> {
    const job = this.#find(id);
    if (!job || job.status === "cancelling") return;
    job.status = "cancelling";
    job.stop.abort();
    this.#publish();
    await job.prepared;
    const { uuid } = job;
    const { server, patience } = this.#deps;
    // The error is ignored: a video that was already deleted needs no further action.
    if (uuid)
      await repeatUntilDone(() => server.cancel(uuid), { patience, signal: this.#stopAll.signal }).catch(
        () => 0,
      );
    this.#remove(job);
  }

  /** Retries at once, because the network is back. */
  wake(): void {
    this.#deps.patience.wake();
  }

  get isBusy(): boolean {
    return this.#jobs.some((job) => job.isUnderWay);
  }

  /** Reports which uploads stop because the page is closing; selecting their files again resumes them. */
  async onPageHide(): Promise<void> {
    const uuids = this.#jobs.flatMap((job) => (job.isUnderWay && job.uuid ? [job.uuid] : []));
    if (uuids.length > 0) await this.#deps.server.markFailed(uuids);
  }

  /** Stops everything and empties the list; the files can be resumed later. */
  async abandon(): Promise<void> {
    for (const job of this.#jobs) job.stop.abort();
    this.#stopAll.abort();
    this.#stopAll = new AbortController();
    const leaving = this.onPageHide();
    this.#jobs = [];
    this.#publish();
    await leaving;
  }

  /** Removes the upload of a video that was deleted elsewhere. */
  dropDeleted(uuid: string): void {
    const job = this.#jobs.find((candidate) => candidate.uuid === uuid && candidate.status !== "cancelling");
    if (!job) return;
    job.stop.abort();
    this.#remove(job);
  }

  #find(id: string): UploadJob<S, O> | undefined {
    return this.#jobs.find((job) => job.id === id);
  }

  #send(jobs: UploadJob<S, O>[]): void {
    const prepared = this.#prepare(jobs);
    for (const job of jobs) job.prepared = prepared;
    this.#publish();
  }

  async #prepare(jobs: UploadJob<S, O>[]): Promise<void> {
    const { server, patience, fieldsOf } = this.#deps;
    const isTaken = (uuid: string) => this.#jobs.some((job) => job.uuid === uuid);
    const refusals: unknown[] = [];
    const onRefused = (job: UploadJob<S, O>, error: unknown) => {
      refusals.push(error);
      this.#fail(job, error);
    };
    const work = () => prepareUploads(jobs, { server, fieldsOf, isTaken, onRefused });
    const onWait = (isWaiting: boolean) => this.#setWaiting(jobs, isWaiting);
    try {
      await repeatUntilDone(work, { patience, signal: this.#stopAll.signal, onWait });
    } catch (error) {
      for (const job of jobs) if (job.status === "queued") onRefused(job, error);
    }
    if (refusals.length > 0) this.#refusalListeners.emit(refusals[0]);
    for (const job of jobs) if (job.status === "queued" && job.isWholeThere) this.#finish(job);
    this.#fillLanes();
  }

  #fillLanes(): void {
    while (this.#lanes < PARALLEL_CHUNKS) {
      const chunk = this.#nextChunk();
      if (!chunk) break;
      this.#lanes += 1;
      void this.#runLane(chunk);
    }
    this.#publish();
  }

  async #runLane(first: AssignedChunk<S, O>): Promise<void> {
    for (let next: AssignedChunk<S, O> | undefined = first; next; next = this.#nextChunk())
      await this.#sendChunk(next);
    this.#lanes -= 1;
  }

  /** Returns the next chunk of the first unfinished file, so that files finish in order and no connection idles. */
  #nextChunk(): AssignedChunk<S, O> | undefined {
    for (const job of this.#jobs) {
      if (job.status !== "queued" && job.status !== "uploading") continue;
      const number = job.nextChunk();
      if (number !== undefined) return { job, number };
    }
    return undefined;
  }

  async #sendChunk({ job, number }: AssignedChunk<S, O>): Promise<void> {
    const { signal } = job.stop;
    try {
      await this.#transfer(job, number, signal);
      if (signal.aborted) return;
      job.recordStored(number, this.#deps.nowMs());
      this.#reportNowAndThen(job);
      if (job.isWholeThere) this.#finish(job);
      else this.#publish(PUBLISH_INTERVAL_MS);
    } catch (error) {
      if (signal.aborted) return;
      if (await this.#hasEnded(job, error)) this.#finish(job);
      else if (!signal.aborted) this.#fail(job, error);
    }
  }

  async #transfer(job: UploadJob<S, O>, number: number, signal: AbortSignal): Promise<void> {
    const { server, hash, patience, nowMs } = this.#deps;
    const from = number * UPLOAD_CHUNK_BYTES;
    const bytes = await job.file.slice(from, from + chunkSizeOf(job.file.size, number));
    const checksum = await hash(bytes);
    const onSent = (sentBytes: number) => {
      job.recordSent(number, sentBytes, nowMs());
      this.#reportNowAndThen(job);
      this.#publish(PUBLISH_INTERVAL_MS);
    };
    const chunk = {
      uuid: job.uuid ?? "",
      number,
      bytes,
      checksum,
      isEnd: job.isLast(number),
      signal,
      onSent,
    };
    const onWait = (isWaiting: boolean) => {
      // The bytes of this chunk that were sent so far are lost, so they no longer count.
      job.recordSent(number, 0, nowMs());
      this.#setWaiting([job], isWaiting);
    };
    await repeatUntilDone(() => server.sendChunk(chunk), { patience, signal, onWait });
  }

  /** Returns whether an upload that is no longer open is complete, because the response to its last chunk was lost. */
  async #hasEnded(job: UploadJob<S, O>, error: unknown): Promise<boolean> {
    if (codeOf(error) !== "upload_not_open" || !job.uuid) return false;
    const state = await this.#deps.server.getUpload(job.uuid).catch(() => undefined);
    return state !== undefined && missingChunks(state.received, chunkCountOf(job.file.size)).length === 0;
  }

  #finish(job: UploadJob<S, O>): void {
    job.status = "uploaded";
    this.#settle();
  }

  #fail(job: UploadJob<S, O>, error: unknown): void {
    job.fail(error);
    this.#faultListeners.emit(error);
    // Shows the video as failed in the library. If this call is lost, uploading the file again still resumes.
    if (job.uuid) this.#deps.server.markFailed([job.uuid]).catch(() => undefined);
    this.#settle();
  }

  #remove(job: UploadJob<S, O>): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#settle();
  }

  /** Clears the list after the last upload (§4). */
  #settle(): void {
    const isEnd = this.#jobs.length > 0 && this.#jobs.every((job) => job.status === "uploaded");
    const ended = this.#jobs.map((job) => job.toItem());
    if (isEnd) this.#jobs = [];
    this.#publish();
    if (isEnd) this.#endListeners.emit(ended);
  }

  #setWaiting(jobs: UploadJob<S, O>[], isWaiting: boolean): void {
    for (const job of jobs) job.setWaiting(isWaiting);
    this.#publish();
  }

  #reportNowAndThen(job: UploadJob<S, O>): void {
    const nowMs = this.#deps.nowMs();
    if (!job.uuid || nowMs - job.reportedAtMs < REPORT_INTERVAL_MS) return;
    job.reportedAtMs = nowMs;
    // The report only updates the screens of other users. If it is lost, the next one replaces it.
    this.#deps.server.reportProgress(job.uuid, job.percent, job.etaSec).catch(() => undefined);
  }

  #publish(atMostEveryMs = 0): void {
    const nowMs = this.#deps.nowMs();
    if (nowMs - this.#publishedAtMs < atMostEveryMs) return;
    this.#publishedAtMs = nowMs;
    this.#items = this.#jobs.map((job) => job.toItem());
    this.#listeners.emit();
  }
}
