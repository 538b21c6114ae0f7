import type { SearchHealth, SearchInfo } from "@shoal/contract";

/**
 * The reported version of Elasticsearch, to which API clients adapt. Clients for version 9 use the same calls, and all accept
 * version 8.
 */
const ELASTIC_VERSION = "8.19.0";
const CLUSTER_NAME = "shoal";

export const SEARCH_INFO: SearchInfo = {
  name: CLUSTER_NAME,
  cluster_name: CLUSTER_NAME,
  cluster_uuid: CLUSTER_NAME,
  version: {
    number: ELASTIC_VERSION,
    build_flavor: "default",
    build_type: "docker",
    build_hash: CLUSTER_NAME,
    build_date: "2026-01-01T00:00:00.000Z",
    build_snapshot: false,
    lucene_version: "9.12.0",
    minimum_wire_compatibility_version: "7.17.0",
    minimum_index_compatibility_version: "7.0.0",
  },
  tagline: "You Know, for Search",
};

/** The health of the cluster, which is always the same. */
export const SEARCH_HEALTH: SearchHealth = {
  cluster_name: CLUSTER_NAME,
  status: "green",
  timed_out: false,
  number_of_nodes: 1,
  number_of_data_nodes: 1,
  active_primary_shards: 1,
  active_shards: 1,
  relocating_shards: 0,
  initializing_shards: 0,
  unassigned_shards: 0,
  active_shards_percent_as_number: 100,
};
