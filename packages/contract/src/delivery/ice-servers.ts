import { z } from "zod";
import { Text, Uuid } from "../text.ts";

export const MAX_ICE_SERVERS = 10;
export const MAX_ICE_URLS = 10;
export const MAX_ICE_URL_LENGTH = 300;
/** The maximum length of a username in characters; STUN takes 508 bytes of a name (RFC 8489, section 14.3). */
export const MAX_ICE_USERNAME_LENGTH = 500;
export const MAX_ICE_CREDENTIAL_LENGTH = 500;

/** A valid address (RFC 7064, RFC 7065): with an invalid address, browsers do not open any connection. */
export const ICE_URL_PATTERN =
  /^(?:stuns?:(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?|turns?:(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?)$/;

const IceUrl = Text.trim()
  .max(MAX_ICE_URL_LENGTH)
  .regex(/^(?:stun|turn)s?:/, { message: "must begin with stun:, stuns:, turn: or turns:", abort: true })
  .regex(
    ICE_URL_PATTERN,
    "takes a host and a port, as turn:turn.example.org:3478; a turn: address may end with ?transport=udp or ?transport=tcp",
  );

/** One address, or a list of addresses. */
const IceUrlsInput = z.preprocess(
  (urls) => (typeof urls === "string" ? [urls] : urls),
  z.array(IceUrl).min(1).max(MAX_ICE_URLS),
) as z.ZodType<string[], string | string[]>;

/** Returns whether a server is a TURN server, which relays data and requires credentials. */
export const isTurn = ({ urls }: { urls: readonly string[] }): boolean =>
  urls.some((url) => url.startsWith("turn"));

/**
 * A STUN or TURN server, as edges know it. A TURN server either shares a secret with the installation (coturn's
 * `use-auth-secret`), from which each session gets its own credentials, or has one fixed username and password, as commercial
 * services do. Stored servers may not satisfy today's stricter validation.
 */
export const IceServer = z.strictObject({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
  secret: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** A server as entered by a user; omitted secrets keep their stored value. */
const IceServerInput = z.strictObject({
  urls: IceUrlsInput,
  /** The shared secret of a TURN server. If omitted, the secret stored for a server with one of these addresses is kept. */
  secret: Text.min(1).max(MAX_ICE_CREDENTIAL_LENGTH).optional(),
  /** The username shared by all viewers, instead of a shared secret. */
  username: Text.min(1).max(MAX_ICE_USERNAME_LENGTH).optional(),
  /** The password for the username. If omitted, the password stored for a server with this username and one of these addresses is kept. */
  credential: Text.min(1).max(MAX_ICE_CREDENTIAL_LENGTH).optional(),
});
export type IceServerInput = z.output<typeof IceServerInput>;

/** The credentials of a server: a secret from which they are derived, or a username and password. */
export type IceOpener = "secret" | "credential";

/**
 * Returns the errors in a server's settings, by field; [] if a browser can use the server.
 * @param kept the stored values that apply where the input omits a secret.
 */
export function findIceFaults(
  server: IceServerInput,
  kept: { opener?: IceOpener | undefined; username?: string | undefined } = {},
): { path: "secret" | "username" | "credential"; reason: string }[] {
  const { secret, username, credential } = server;
  const isNamed = username !== undefined || credential !== undefined;
  if (!isTurn(server))
    return (["secret", "username", "credential"] as const)
      .filter((path) => server[path] !== undefined)
      .map((path) => ({ path, reason: "applies only to TURN servers" }));
  if (secret !== undefined && isNamed)
    return [{ path: "secret", reason: "replaces a username and a credential: give one or the other" }];
  if (secret !== undefined) return [];
  if (!isNamed)
    return kept.opener
      ? []
      : [{ path: "secret", reason: "is required for TURN, or a username and a credential" }];
  const isKept = kept.opener === "credential";
  if (username === undefined && !isKept)
    return [{ path: "username", reason: "is required with a credential" }];
  if (credential === undefined && !(isKept && kept.username === username))
    return [{ path: "credential", reason: "is required with a username saved without one" }];
  return [];
}

const IceServersInput = z.array(IceServerInput).max(MAX_ICE_SERVERS);

/**
 * The setting `ICE_SERVERS`: a JSON list of `{ urls, username?, credential?, secret? }`; an empty string means no servers.
 * @throws an issue for each error, with the place in the list.
 */
export const IceServersSetting = z.string().transform((text, context): IceServer[] => {
  let written: unknown;
  try {
    written = JSON.parse(text || "[]");
  } catch {
    context.addIssue("must be JSON");
    return z.NEVER;
  }
  const parsed = IceServersInput.safeParse(written);
  const faults = parsed.success
    ? parsed.data.flatMap((server, index) =>
        findIceFaults(server).map(({ path, reason }) => `${index}.${path} ${reason}`),
      )
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`.trim());
  if (faults.length > 0) context.addIssue(`must list ICE servers: ${faults.join("; ")}`);
  return parsed.data ?? z.NEVER;
});

export const IceSetInput = z.strictObject({
  name: Text.trim().min(1).max(100),
  iceServers: IceServersInput,
});
/** The key of a set; `default` for the platform's own. */
export const IceSetKey = z.union([z.literal("default"), Uuid]);
export const IceSet = z.object({
  /** The uuid of the set; `default` for the platform's own set. */
  uuid: z.string(),
  name: z.string(),
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()),
      /** Whether the server shares a secret from which each session gets its own credentials; the secret is never returned. */
      hasSecret: z.boolean(),
      /** The username shared by all viewers; omitted for the platform's servers, and if there is none. */
      username: z.string().optional(),
      /** Whether a password is stored with a shared username; only play sessions return it, to viewers who may have peers. */
      hasCredential: z.boolean(),
    }),
  ),
  isInForce: z.boolean(),
  revision: z.number(),
});
export type IceSet = z.infer<typeof IceSet>;
