import type { FetchPolicy } from "@shoal/safe-fetch";

/** Settings for fetching files from user-supplied URLs. */
export interface FetchSettings {
  /** Decrypts a URL encrypted by the api. @throws Error for the URL of another video. */
  openUrl(sealedUrl: string, videoUuid: string): string;
  policy: FetchPolicy;
  maxBytes: number;
  /** For one run, from its first request to its last byte. */
  maxMs: number;
  connectTimeoutMs: number;
  idleTimeoutMs: number;
  /** The bytes of the media store that stay free. */
  lowDiskBytes: number;
  /** Before the second try; each further one waits twice as long, at most 16 times. */
  firstWaitMs: number;
}
