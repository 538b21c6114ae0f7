export { registerAudiences } from "./audiences.ts";
export { registerClusterCall } from "./cluster-call.ts";
export { openCluster } from "./open-cluster.ts";
export type { Placement } from "./placement.ts";
