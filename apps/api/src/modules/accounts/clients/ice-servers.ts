import {
  AppError,
  type FieldError,
  findIceFaults,
  type IceOpener,
  type IceServer,
  type IceServerInput,
  type IceSet,
  isTurn,
} from "@shoal/contract";
import type { SecretBox } from "@shoal/tokens";

/** The purpose from which the key that seals credentials of ICE servers is derived. */
export const ICE_SECRETS = "ICE servers";

/** A stored server. Its credentials are encrypted, with its set as context. */
export interface StoredIceServer {
  urls: string[];
  username?: string;
  sealedSecret?: string;
  sealedCredential?: string;
}

/** Returns servers without credentials, which only play sessions receive. */
export const presentIceServers = (servers: readonly StoredIceServer[]): IceSet["iceServers"] =>
  servers.map(({ urls, username, sealedSecret, sealedCredential }) => ({
    urls,
    hasSecret: sealedSecret !== undefined,
    ...(username === undefined ? {} : { username }),
    hasCredential: sealedCredential !== undefined,
  }));

/** Returns the platform's servers, without the username, which clients do not see. */
export const presentPlatformServers = (servers: readonly IceServer[]): IceSet["iceServers"] =>
  servers.map(({ urls, secret, credential }) => ({
    urls,
    hasSecret: secret !== undefined,
    hasCredential: credential !== undefined,
  }));

/**
 * Returns servers in their stored form. A server that is sent without a new secret or credential keeps the stored value for the
 * same address.
 * @param setUuid the set in which the servers are stored.
 * @throws AppError "bad_request" for TURN servers without credentials, with which browsers refuse every connection, and for STUN
 * servers with credentials.
 */
export function toStoredIceServers(
  wanted: readonly IceServerInput[],
  former: readonly StoredIceServer[],
  { box, setUuid }: { box: SecretBox; setUuid: string },
): StoredIceServer[] {
  const pairs = wanted.map((server) => ({ server, same: findSame(server, former) }));
  const fields = pairs.flatMap(({ server, same }, index): FieldError[] =>
    findIceFaults(server, { opener: openerOf(same), username: same?.username }).map(({ path, reason }) => ({
      path: `iceServers.${index}.${path}`,
      reason,
    })),
  );
  if (fields.length > 0) throw new AppError("bad_request", "Some fields are not valid", fields);
  return pairs.map(({ server, same }) => toStoredServer(server, same, (text) => box.seal(text, setUuid)));
}

function toStoredServer(
  { urls, secret, username, credential }: IceServerInput,
  same: StoredIceServer | undefined,
  seal: (text: string) => string,
): StoredIceServer {
  if (secret !== undefined) return { urls, sealedSecret: seal(secret) };
  const name = username ?? same?.username;
  if (credential !== undefined)
    return { urls, ...(name === undefined ? {} : { username: name }), sealedCredential: seal(credential) };
  return same && isTurn({ urls }) ? { ...same, urls } : { urls };
}

/** Finds the stored server with an address in common; if there are several, the server with the same username. */
function findSame({ urls, username }: IceServerInput, former: readonly StoredIceServer[]) {
  const same = former.filter((server) => server.urls.some((url) => urls.includes(url)));
  return same.find((server) => server.username === username) ?? same[0];
}

function openerOf(server: StoredIceServer | undefined): IceOpener | undefined {
  if (server?.sealedSecret !== undefined) return "secret";
  return server?.sealedCredential === undefined ? undefined : "credential";
}

/**
 * Decrypts servers for edges.
 * @throws Error if they were sealed by another installation.
 */
export const openIceServers = (
  servers: readonly StoredIceServer[],
  { box, setUuid }: { box: SecretBox; setUuid: string },
): IceServer[] =>
  servers.map(({ urls, username, sealedSecret, sealedCredential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(sealedSecret === undefined ? {} : { secret: box.open(sealedSecret, setUuid) }),
    ...(sealedCredential === undefined ? {} : { credential: box.open(sealedCredential, setUuid) }),
  }));
