export { type AddressKind, kindOfAddress } from "./address-kind.ts";
export { asFetchError, FetchError, type FetchFailure } from "./fetch-error.ts";
export { type OpenSocketOptions, openSocket } from "./open-socket.ts";
export { type FetchPolicy, findUrlFault, type HostResolver, portsSetting } from "./policy.ts";
export { type CheckedTarget, resolveTarget } from "./resolve-target.ts";
export { type SafeFetchOptions, type SafeResponse, safeFetch } from "./safe-fetch.ts";
