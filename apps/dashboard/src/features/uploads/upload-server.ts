import type { UploadState } from "@shoal/contract";
import type { bodyOf } from "./video-settings.ts";

/** What is chosen for a file. */
export type Wishes = { title: string } & ReturnType<typeof bodyOf>;

export interface Announcement extends Wishes {
  originalname: string;
  size: number;
  fingerprint: string;
}

export interface ChunkToSend {
  uuid: string;
  number: number;
  bytes: Blob;
  /** SHA-256, hex. */
  checksum: string;
  isEnd: boolean;
  signal: AbortSignal;
  /** Bytes of this chunk that left so far. */
  onSent: (bytes: number) => void;
}

/** The calls of the api that uploads need. All throw AppError; `unavailable` when no answer came. */
export interface UploadServer {
  /** @returns the uuid of each file, by its name. */
  announce(files: Announcement[]): Promise<Map<string, string>>;
  /** Unfinished uploads of the same file. */
  findUploads(fingerprint: string): Promise<UploadState[]>;
  /** Changes what was chosen for a file that is taken up again. */
  configure(uuid: string, wishes: Wishes): Promise<void>;
  getUpload(uuid: string): Promise<UploadState>;
  sendChunk(chunk: ChunkToSend): Promise<void>;
  reportProgress(uuid: string, percent: number, etaSec: number | null): Promise<void>;
  /** Gives up an upload and deletes its video. */
  cancel(uuid: string): Promise<void>;
  /** Must also reach the server while the page is being left. */
  markFailed(uuids: string[]): Promise<void>;
}
