/** The parts of Shaka's API that the plugin uses, by the names that survive its minification. */

export interface ShakaPlayer extends EventTarget {
  getNetworkingEngine(): ShakaNetworking | null;
  /** Returns the manifest's URI, or null before `load`. */
  getAssetUri(): string | null;
  getConfiguration(): {
    networking?: unknown;
    manifest: { retryParameters: unknown };
    streaming: { lowLatencyMode: boolean };
  };
  getManifest(): {
    isLowLatency?: boolean;
    presentationTimeline: { setDelay(delaySec: number): void };
  } | null;
  /** Returns figures; the bandwidth is in bits per second, or NaN. */
  getStats(): { estimatedBandwidth: number };
  getVariantTracks(): {
    active: boolean;
    bandwidth: number;
    height: number | null;
    videoId: number | null;
    audioId: number | null;
  }[];
  isAudioOnly(): boolean;
  load(url: string, startSec: number): Promise<unknown>;
}

export interface ShakaRequest {
  uris: string[];
  method: string;
  headers: Record<string, string>;
  retryParameters: { maxAttempts: number };
  /** If set, called with the bytes as they arrive. */
  streamDataCallback?: unknown;
}

export interface ShakaResponse {
  uri: string;
  originalUri: string;
  data: ArrayBuffer;
  status?: number;
  headers: Record<string, string>;
  /** The values from which the player estimates bandwidth. */
  timeMs?: number;
  fromCache?: boolean;
  originalRequest?: ShakaRequest;
}

export interface ShakaContext {
  /** The stream of the playing content. Missing if a parser reads a file. */
  stream?: { type: string; bandwidth?: number; height?: number | null };
  /** The reference of a media segment. An init segment has none. */
  segment?: { getStartTime(): number; getEndTime(): number };
}

export interface ShakaOperation {
  promise: Promise<ShakaResponse>;
  abort(): Promise<unknown>;
}

type SchemePlugin = (uri: string, request: ShakaRequest, type: number) => ShakaOperation;

export interface ShakaNetworking {
  constructor: ShakaNetworkingClass;
  /** Sets the options. Only available since Shaka 5. */
  configure?(config: unknown): void;
  request(type: number, request: ShakaRequest, context?: ShakaContext): ShakaOperation;
}

export interface ShakaNetworkingClass {
  new (): ShakaNetworking;
  makeRequest(uris: string[], retryParameters: unknown): ShakaRequest;
  registerScheme(scheme: string, plugin: SchemePlugin): void;
  unregisterScheme(scheme: string): void;
}
