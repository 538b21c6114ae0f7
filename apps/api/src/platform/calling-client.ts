import { AsyncLocalStorage } from "node:async_hooks";

const callingClients = new AsyncLocalStorage<string>();

/** Runs work on behalf of a client's call, so that everything within it knows the client. */
export const runForClient = <T>(clientUuid: string, work: () => T): T => callingClients.run(clientUuid, work);

/** Runs work for the platform itself, even within a client's call. */
export const runForPlatform = <T>(work: () => T): T => callingClients.exit(work);

/** Returns the client whose call is being served; undefined for the platform's own work. */
export const findCallingClient = (): string | undefined => callingClients.getStore();
