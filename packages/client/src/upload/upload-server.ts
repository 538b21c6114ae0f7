import type { UploadState } from "../calls.ts";

/** The settings of a file; `F` are the fields of its video apart from the title. */
export type UploadSettings<F extends object> = { title: string } & F;

export type UploadAnnouncement<F extends object> = UploadSettings<F> & {
  originalname: string;
  size: number;
  fingerprint: string;
};

export interface ChunkToSend {
  uuid: string;
  number: number;
  bytes: Blob;
  /** SHA-256, hex; undefined if the browser does not offer it. */
  checksum: string | undefined;
  isEnd: boolean;
  signal: AbortSignal;
  /** Reports the number of bytes of the chunk that have been sent. */
  onSent: (bytes: number) => void;
}

/** The API calls that uploads need. Their errors have a `code`: `unavailable` if there was no response. */
export interface UploadServer<F extends object> {
  /**
   * Creates the videos of these files.
   * @returns the uuid of each video, by the name of its file.
   */
  announce(files: UploadAnnouncement<F>[]): Promise<Map<string, string>>;
  /** Finds unfinished uploads of the same file. */
  findUploads(fingerprint: string): Promise<UploadState[]>;
  /** Changes the settings of a file whose upload is resumed. */
  configure(uuid: string, wishes: UploadSettings<F>): Promise<void>;
  getUpload(uuid: string): Promise<UploadState>;
  sendChunk(chunk: ChunkToSend): Promise<void>;
  reportProgress(uuid: string, percent: number, etaSec: number | null): Promise<void>;
  /** Cancels an upload and deletes its video. */
  cancel(uuid: string): Promise<void>;
  /** Marks uploads as failed. The call must also reach the server while the page is being left. */
  markFailed(uuids: string[]): Promise<void>;
}
