import type { PluginSample } from "@shoal/domain/plugin-sample";
import { queryOptions } from "@tanstack/react-query";

/** The samples of the plugin as text: the same files that the tests run. */
const SAMPLE_LOADERS = {
  hls: () => import("@shoal/sdk/samples/hls.html?raw"),
  "hls-drm": () => import("@shoal/sdk/samples/hls-drm.html?raw"),
  shaka: () => import("@shoal/sdk/samples/shaka.html?raw"),
  "shaka-drm": () => import("@shoal/sdk/samples/shaka-drm.html?raw"),
  dash: () => import("@shoal/sdk/samples/dash.html?raw"),
  "dash-drm": () => import("@shoal/sdk/samples/dash-drm.html?raw"),
  videojs: () => import("@shoal/sdk/samples/videojs.html?raw"),
  clappr: () => import("@shoal/sdk/samples/clappr.html?raw"),
  react: () => import("@shoal/sdk/samples/react.html?raw"),
  plain: () => import("@shoal/sdk/samples/plain.html?raw"),
} satisfies Record<PluginSample, unknown> & Partial<Record<`${PluginSample}-drm`, unknown>>;
export type SampleFile = keyof typeof SAMPLE_LOADERS;

export const sampleQuery = (file: SampleFile) =>
  queryOptions({
    queryKey: ["samples", file],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await SAMPLE_LOADERS[file]()).default,
  });
