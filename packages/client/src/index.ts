import type { VideoView } from "./calls.ts";
import { PATHS } from "./calls.ts";
import { type ItemOf, listAll, type PagedName } from "./pages.ts";
import {
  type CallAnswer,
  type CallInput,
  type CallName,
  type CallOptions,
  type ClientOptions,
  createSend,
} from "./request.ts";
import { tidyUrl } from "./tidy-url.ts";
import { createUploadServer } from "./upload/client-upload-server.ts";
import { startUpload, type Upload, type UploadOptions } from "./upload/start-upload.ts";
import type { SourceFile } from "./upload/upload-item.ts";
import { type WaitOptions, waitUntilPlayable } from "./wait-until-playable.ts";

export type * from "./calls.ts";
export { type FieldError, ShoalError, type ShoalErrorDetails } from "./errors.ts";
export { fromStream, type StreamFacts } from "./from-stream.ts";
export type { ItemOf, PagedName } from "./pages.ts";
export type { CallAnswer, CallInput, CallName, CallOptions, ClientOptions } from "./request.ts";
export type { VideoFields } from "./upload/client-upload-server.ts";
export {
  FileUnreadableError,
  type Upload,
  type UploadOptions,
  type UploadProgress,
} from "./upload/start-upload.ts";
export type { SourceFile } from "./upload/upload-item.ts";
export { VideoFailedError, type WaitOptions } from "./wait-until-playable.ts";

/** All calls of the api by their names, as the API reference lists them. */
export type ApiCalls = {
  [N in CallName]: (
    ...input: unknown extends CallInput<N>
      ? [input?: CallInput<N>, options?: CallOptions]
      : Record<never, never> extends CallInput<N>
        ? [input?: CallInput<N>, options?: CallOptions]
        : [input: CallInput<N>, options?: CallOptions]
  ) => Promise<CallAnswer<N>>;
};

export interface ShoalClient extends ApiCalls {
  /**
   * Yields all items of a list, page by page.
   * @example for await (const video of shoal.all("listVideos", { query: { search: "harbour" } })) …
   */
  all<N extends PagedName>(
    name: N,
    input?: CallInput<N>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<N>, void, undefined>;
  /**
   * Uploads a file, a Blob with a name, `fromPath` of `@shoal/client/node` or `fromStream`. An unfinished upload of the same
   * file is resumed.
   * @example const uuid = await shoal.upload(file, { title: "Harbour", onProgress }).done;
   */
  upload(file: SourceFile, options?: UploadOptions): Upload;
  /** Resolves when the video can be played. @throws VideoFailedError if it never will. */
  waitUntilPlayable(uuid: string, options?: WaitOptions): Promise<VideoView>;
}

/**
 * Creates a client of one installation.
 * @example const shoal = createClient({ url: "https://video.example.com", key: process.env.SHOAL_KEY });
 */
export function createClient(options: ClientOptions): ShoalClient {
  const settled = { ...options, url: tidyUrl(options.url) };
  const send = createSend(settled);
  const calls = Object.fromEntries(
    (Object.keys(PATHS) as CallName[]).map((name) => [
      name,
      (input: CallInput<typeof name>, callOptions?: CallOptions) => send(name, input ?? {}, callOptions),
    ]),
  ) as unknown as ApiCalls;
  const server = createUploadServer(send, settled);
  return {
    ...calls,
    all: (name, input, callOptions) => listAll(send, name, input ?? ({} as never), callOptions),
    upload: (file, uploadOptions = {}) => startUpload(server, file, uploadOptions),
    waitUntilPlayable: (uuid, waitOptions) => waitUntilPlayable(send, uuid, waitOptions),
  };
}
