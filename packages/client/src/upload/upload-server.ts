import type { UploadState } from "../calls.ts";

/** What is chosen for a file; `F` are the fields of a video that are beside its title. */
export type Wishes<F extends object> = { title: string } & F;

export type Announcement<F extends object> = Wishes<F> & {
  originalname: string;
  size: number;
  fingerprint: string;
};

export interface ChunkToSend {
  uuid: string;
  number: number;
  bytes: Blob;
  /** SHA-256, hex; undefined where the browser has none to offer. */
  checksum: string | undefined;
  isEnd: boolean;
  signal: AbortSignal;
  /** Bytes of this chunk that left so far. */
  onSent: (bytes: number) => void;
}

/** The calls of the api that uploads need. What they throw has a `code`; `unavailable` when no answer came. */
export interface UploadServer<F extends object> {
  /** @returns the uuid of each file, by its name. */
  announce(files: Announcement<F>[]): Promise<Map<string, string>>;
  /** Unfinished uploads of the same file. */
  findUploads(fingerprint: string): Promise<UploadState[]>;
  /** Changes what was chosen for a file that is taken up again. */
  configure(uuid: string, wishes: Wishes<F>): Promise<void>;
  getUpload(uuid: string): Promise<UploadState>;
  sendChunk(chunk: ChunkToSend): Promise<void>;
  reportProgress(uuid: string, percent: number, etaSec: number | null): Promise<void>;
  /** Gives up an upload and deletes its video. */
  cancel(uuid: string): Promise<void>;
  /** Must also reach the server while the page is being left. */
  markFailed(uuids: string[]): Promise<void>;
}
