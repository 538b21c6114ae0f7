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

/** All that the edge holds of what the api knows. */
export interface Descriptors {
  videos: DescriptorCache<PlaybackDescriptor>;
  links: DescriptorCache<ExportLinkDescriptor>;
  clients: DescriptorCache<ClientDescriptor>;
  /** By the public key. */
  configs: DescriptorCache<ConfigDescriptor>;
  /** Media on other CDNs, by `pluginVideoKey`. */
  pluginVideos: DescriptorCache<PluginVideoDescriptor>;
  /** By the key in their addresses, and by own host names. */
  cdnEntries: DescriptorCache<CdnEntryDescriptor>;
  /** Takes a change that the stream announced. */
  apply(change: DescriptorChange): void;
}

type Shared = Pick<DescriptorCacheOptions<never>, "followedRun" | "onSourceAway">;
/** Called when a known one changed. */
interface Listeners {
  onVideo: NonNullable<DescriptorCacheOptions<PlaybackDescriptor>["onChange"]>;
  onClient: NonNullable<DescriptorCacheOptions<ClientDescriptor>["onChange"]>;
}

/** One cache a kind, fed by the same api and brought up to date by the same stream. */
export function createDescriptors(api: ApiAddress, shared: Shared, listeners: Listeners): Descriptors {
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
    change.kind === "cdnEntry" ? applyToEntry(cdnEntries, change) : byKind[change.kind].apply(change);
  return { videos, links, clients, configs, pluginVideos, cdnEntries, apply };
}

/** An entry is known by its key and by each of its hosts; a host that nobody had may be one of its own now. */
function applyToEntry(
  entries: DescriptorCache<CdnEntryDescriptor>,
  { uuid, revision }: DescriptorChange,
): void {
  entries.apply({ uuid, revision });
  entries.applyWhere(({ key, uuid: known }) => key === uuid || known === uuid, revision);
  entries.forgetMissing();
}
