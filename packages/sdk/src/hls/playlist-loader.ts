import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from "hls.js";

type PlaylistLoaderClass = NonNullable<HlsConfig["pLoader"]>;

/** hls.js's own loader, with the session's current token in the URL: a growing playlist is read for hours. */
export function createPlaylistLoaderClass(
  DefaultLoader: HlsConfig["loader"],
  freshUrl: (url: string) => string,
): PlaylistLoaderClass {
  const Base = DefaultLoader as new (config: HlsConfig) => Loader<LoaderContext>;
  class FreshPlaylistLoader extends Base {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      context.url = freshUrl(context.url);
      super.load(context, config, callbacks);
    }
  }
  return FreshPlaylistLoader as unknown as PlaylistLoaderClass;
}
