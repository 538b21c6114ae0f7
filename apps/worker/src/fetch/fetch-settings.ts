import type { FetchPolicy } from "@shoal/safe-fetch";

/** The settings for files fetched from URLs of users. */
export interface FetchSettings {
  /** Decrypts a URL encrypted by the api. @throws Error for the URL of another video. */
  openUrl(sealedUrl: string, videoUuid: string): string;
  policy: FetchPolicy;
  maxBytes: number;
  /** The time limit of one run, from its first request to its last byte. */
  maxMs: number;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  /** The free bytes that fetches leave in the media store. */
  lowDiskBytes: number;
  /** The delay before the second attempt. It doubles with each attempt, up to 16 times this value. */
  firstWaitMs: number;
}
