import type { FetchPolicy } from "@shoal/safe-fetch";

/** The settings for fetching files from users' URLs. */
export interface FetchSettings {
  /** Decrypts a URL encrypted by the api. @throws Error for the URL of another video. */
  openUrl(sealedUrl: string, videoUuid: string): string;
  policy: FetchPolicy;
  maxBytes: number;
  /** The time limit of one run, from its first request to its last byte. */
  maxMs: number;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  /** The space that fetches leave free in the media store, in bytes. */
  lowDiskBytes: number;
  /** The delay before the second attempt. It doubles with each attempt, up to 16 times this value. */
  firstWaitMs: number;
}
