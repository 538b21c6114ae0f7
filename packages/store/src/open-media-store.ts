import { FolderStore } from "./folder-store.ts";
import type { MediaStore } from "./media-store.ts";
import { MovingStore } from "./moving-store.ts";
import { credentialsOf, parseS3Location, type S3Settings } from "./s3/s3-location.ts";
import { S3Store, type StoreCacheOptions } from "./s3/s3-store.ts";

export interface OpenStoreOptions {
  /** The store from which objects are being moved, if any (`MEDIA_STORE_FROM`). */
  from?: string | undefined;
  /** The credentials, from the environment of the process. */
  settings?: S3Settings | undefined;
  /** The cache of a remote store. A folder needs none. */
  cache?: StoreCacheOptions;
  /** Called when the hourly search for uploads of dead processes fails. */
  onError?: (error: unknown) => void;
}

const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Opens the media store of a process. It is the configured store, with the store from which objects are being moved as its
 * fallback.
 * @throws the same errors as `openOneStore`.
 */
export async function openMediaStore(location: string, options: OpenStoreOptions = {}): Promise<MediaStore> {
  const { from, cache } = options;
  const to = await openOneStore(location, options);
  if (!from) return to;
  const ofOld = cache && { cache: { ...cache, folder: `${cache.folder}-from` } };
  return new MovingStore(to, await openOneStore(from, { ...options, ...ofOld }));
}

/**
 * Opens a media store by its setting: a folder, as a path or a `file://` URL, or `s3://bucket/prefix?…`.
 * @throws Error for any other scheme, or without credentials.
 */
export async function openOneStore(
  location: string,
  options: OpenStoreOptions = {},
): Promise<FolderStore | S3Store> {
  if (location.startsWith("s3://")) return openS3Store(location, options);
  if (/^[a-z0-9+]+:\/\//i.test(location) && !location.startsWith("file://"))
    throw new Error(`MEDIA_STORE: ${location.split(":")[0]}:// is not supported; use a folder or s3://`);
  const store = new FolderStore(location.replace(/^file:\/\//, ""));
  await store.prepare();
  return store;
}

async function openS3Store(
  location: string,
  { settings = {}, cache, onError = () => undefined }: OpenStoreOptions,
): Promise<S3Store> {
  const store = await S3Store.open(parseS3Location(location), {
    credentials: credentialsOf(settings),
    cache,
  });
  const sweep = () => void store.sweep().catch(onError);
  sweep();
  setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  return store;
}
