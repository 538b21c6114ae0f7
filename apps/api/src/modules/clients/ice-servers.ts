import { AppError, type FieldError, type IceServer, type IceSet } from "@shoal/contract";

type Asked = { urls: string[]; secret?: string | undefined };

/** Servers as the api tells of them: what opens them is for play sessions alone. */
export const presentIceServers = (servers: readonly IceServer[]): IceSet["iceServers"] =>
  servers.map(({ urls, credential, secret }) => ({ urls, hasSecret: (secret ?? credential) !== undefined }));

/**
 * Servers as they are kept. Without a new secret, a server keeps what one with one of its addresses had.
 * @throws AppError "bad_request" for TURN servers without any: a browser refuses every connection with them.
 */
export function keepIceServers(asked: readonly Asked[], former: readonly IceServer[]): IceServer[] {
  const kept = asked.map(({ urls, secret }): IceServer => {
    if (secret !== undefined) return { urls, secret };
    const same = former.find((server) => server.urls.some((url) => urls.includes(url)));
    if (!same || !isTurn(urls)) return { urls };
    return { ...same, urls };
  });
  const fields = kept.flatMap((server, index): FieldError[] =>
    isTurn(server.urls) && (server.secret ?? server.credential) === undefined
      ? [{ path: `iceServers.${index}.secret`, reason: "is needed for TURN" }]
      : [],
  );
  if (fields.length > 0) throw new AppError("bad_request", "Some fields are not valid", fields);
  return kept;
}

const isTurn = (urls: readonly string[]) => urls.some((url) => url.startsWith("turn"));
