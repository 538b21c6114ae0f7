import { UPLOAD_CHUNK_BYTES } from "@shoal/contract/constants";
import type { UploadState } from "../calls.ts";
import { ShoalError } from "../errors.ts";
import { chunkCountOf, type SourceFile } from "./upload-item.ts";
import type { ChunkToSend, UploadAnnouncement, UploadServer, UploadSettings } from "./upload-server.ts";

interface StoredUpload {
  uuid: string;
  announcement: UploadAnnouncement<object>;
  chunks: Map<number, { checksum: string | undefined; isEnd: boolean; size: number }>;
}

/** A fake api in memory: it stores chunks in any order, and fails on demand. */
export class FakeUploadServer implements UploadServer<object> {
  readonly stored = new Map<string, StoredUpload>();
  readonly failed: string[] = [];
  readonly sentNumbers: number[] = [];
  readonly percents: number[] = [];
  mostInFlight = 0;
  /** Called before every call; throws to make it fail. */
  trouble: (call: keyof UploadServer<object>, chunk?: ChunkToSend) => void = () => undefined;
  /** Delays chunks until a test releases them. */
  gate: (chunk: ChunkToSend) => Promise<void> = () => Promise.resolve();
  #inFlight = 0;

  async announce(files: UploadAnnouncement<object>[]): Promise<Map<string, string>> {
    this.trouble("announce");
    for (const announcement of files) {
      const uuid = `video-${this.stored.size + 1}`;
      this.stored.set(uuid, { uuid, announcement, chunks: new Map() });
    }
    const made = [...this.stored.values()].slice(-files.length);
    return new Map(made.map(({ uuid, announcement }) => [announcement.originalname, uuid]));
  }
  async findUploads(fingerprint: string): Promise<UploadState[]> {
    this.trouble("findUploads");
    const all = [...this.stored.values()].filter((one) => one.announcement.fingerprint === fingerprint);
    return all
      .map((one) => this.#stateOf(one))
      .filter(({ chunkCount, received }) => received.length < Number(chunkCount));
  }
  async configure(uuid: string, wishes: UploadSettings<object>): Promise<void> {
    this.trouble("configure");
    Object.assign(this.#find(uuid).announcement, wishes);
  }
  async getUpload(uuid: string): Promise<UploadState> {
    return this.#stateOf(this.#find(uuid));
  }
  async sendChunk(chunk: ChunkToSend): Promise<void> {
    this.#inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight);
    try {
      await this.gate(chunk);
      this.trouble("sendChunk", chunk);
      const { chunks } = this.#find(chunk.uuid);
      this.sentNumbers.push(chunk.number);
      chunk.onSent(chunk.bytes.size);
      chunks.set(chunk.number, { checksum: chunk.checksum, isEnd: chunk.isEnd, size: chunk.bytes.size });
    } finally {
      this.#inFlight -= 1;
    }
  }
  async reportProgress(_uuid: string, percent: number): Promise<void> {
    this.percents.push(percent);
  }
  async cancel(uuid: string): Promise<void> {
    this.trouble("cancel");
    this.stored.delete(uuid);
  }
  async markFailed(uuids: string[]): Promise<void> {
    this.failed.push(...uuids);
  }

  #find(uuid: string): StoredUpload {
    const found = this.stored.get(uuid);
    if (!found) throw new ShoalError("video_not_found");
    return found;
  }
  #stateOf({ uuid, announcement, chunks }: StoredUpload): UploadState {
    return {
      uuid,
      status: "uploading",
      size: announcement.size,
      chunkSize: UPLOAD_CHUNK_BYTES,
      chunkCount: chunkCountOf(announcement.size),
      received: [...chunks.keys()].sort((a, b) => a - b).map((number) => [number, number + 1]),
    };
  }
}

/** Creates a file with a size but no bytes: slices know only their length. */
export function createFakeFile(name: string, chunks: number, type = "video/mp4"): SourceFile {
  const size = chunks * UPLOAD_CHUNK_BYTES - (chunks > 0 ? 1_000 : 0);
  const slice = (from = 0, to = size) => ({ size: Math.min(to, size) - from }) as Blob;
  return { name, size, type, lastModified: 1_700_000_000_000, slice };
}
