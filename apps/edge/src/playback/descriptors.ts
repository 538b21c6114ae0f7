import {
  type CdnEntryDescriptor,
  type ClientDescriptor,
  type ConfigDescriptor,
  type DescriptorChange,
  type ExportLinkDescriptor,
  internalRoutes,
  type PlaybackDescriptor,
  type PluginVideoDescriptor,
} from "@shoal/contract/edge";
import { DescriptorCache, type DescriptorCacheOptions } from "./descriptor-cache.ts";
import { type ApiAddress, createDescriptorSource } from "./descriptor-source.ts";

/** All of the edge's caches of the api's data. */
export interface Descriptors {
  videos: DescriptorCache<PlaybackDescriptor>;
  links: DescriptorCache<ExportLinkDescriptor>;
  clients: DescriptorCache<ClientDescriptor>;
  /** Plugin configs by their public key. */
  configs: DescriptorCache<ConfigDescriptor>;
  /** Media on other CDNs, by `pluginVideoKey`. */
  pluginVideos: DescriptorCache<PluginVideoDescriptor>;
  /** CDN entries by the key in their addresses, and by custom host names. */
  cdnEntries: DescriptorCache<CdnEntryDescriptor>;
  /** Applies a change announced by the stream. */
  apply(change: DescriptorChange): void;
}

type SharedOptions = Pick<DescriptorCacheOptions<never>, "followedRun" | "onSourceAway">;
/** Callbacks for changes of cached descriptors. */
interface ChangeListeners {
  onVideo: NonNullable<DescriptorCacheOptions<PlaybackDescriptor>["onChange"]>;
  onClient: NonNullable<DescriptorCacheOptions<ClientDescriptor>["onChange"]>;
}

/** Creates one cache per kind, all loaded from the same api and updated by the same stream. */
export function createDescriptors(
  api: ApiAddress,
  shared: SharedOptions,
  listeners: ChangeListeners,
): Descriptors {
  const videos = new DescriptorCache({
    ...shared,
    source: createDescriptorSource(api, internalRoutes.getDescriptor),
    onChange: listeners.onVideo,
  });
  const links = new DescriptorCache({
    ...shared,
    source: createDescriptorSource(api, internalRoutes.getLinkDescriptor),
  });
  const clients = new DescriptorCache({
    ...shared,
    source: createDescriptorSource(api, internalRoutes.getClientDescriptor),
    onChange: listeners.onClient,
  });
  const configs = new DescriptorCache({
    ...shared,
    source: createDescriptorSource(api, internalRoutes.getConfigDescriptor),
  });
  const pluginVideos = new DescriptorCache({
    ...shared,
    source: createDescriptorSource(api, internalRoutes.getPluginVideoDescriptor),
  });
  const cdnEntries = new DescriptorCache({
    ...shared,
    source: createDescriptorSource(api, internalRoutes.getCdnEntryDescriptor),
  });
  const byKind = { video: videos, link: links, client: clients, config: configs, pluginVideo: pluginVideos };
  const apply = (change: DescriptorChange) =>
    change.kind === "cdnEntry" ? applyEntryChange(cdnEntries, change) : byKind[change.kind].apply(change);
  return { videos, links, clients, configs, pluginVideos, cdnEntries, apply };
}

/**
 * Applies a change of a CDN entry, which is cached under its key and its hosts. A host cached as having no entry may now have one.
 */
function applyEntryChange(
  entries: DescriptorCache<CdnEntryDescriptor>,
  { uuid, revision }: DescriptorChange,
): void {
  entries.apply({ uuid, revision });
  entries.applyWhere(({ key, uuid: known }) => key === uuid || known === uuid, revision);
  entries.invalidateMissing();
}
