import { AsyncLocalStorage } from "node:async_hooks";

const clients = new AsyncLocalStorage<string>();

/** Runs work on behalf of a client's call, so that everything within it knows the client. */
export const forClient = <T>(clientUuid: string, work: () => T): T => clients.run(clientUuid, work);

/** Runs work for the platform itself, even within a client's call. */
export const forPlatform = <T>(work: () => T): T => clients.exit(work);

/** Returns the client whose call is being served; undefined for the platform's own work. */
export const findCallingClient = (): string | undefined => clients.getStore();
