import { AsyncLocalStorage } from "node:async_hooks";

const clients = new AsyncLocalStorage<string>();

/** Does what answers a call of a client: all that it waits for knows for whom that is. */
export const forClient = <T>(clientUuid: string, work: () => T): T => clients.run(clientUuid, work);

/** Does what the platform needs to know itself, also while it answers a call. */
export const forPlatform = <T>(work: () => T): T => clients.exit(work);

/** Whose call is answered here; undefined in what the platform does by itself. */
export const findCallingClient = (): string | undefined => clients.getStore();
