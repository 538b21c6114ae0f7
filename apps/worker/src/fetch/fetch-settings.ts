import type { FetchPolicy } from "@shoal/safe-fetch";

/** How files are fetched from URLs that users give. */
export interface FetchSettings {
  /** Opens what the api sealed. @throws Error for what is another video's. */
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
