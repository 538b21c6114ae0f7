import type { Role } from "@shoal/contract";
import type { Actor, KeyHolder } from "./actor.ts";

/** How a key is named where users are: by its description, and by the beginning of its uuid, since two may be described alike. */
const nameOfKey = ({ keyUuid, description }: Pick<KeyHolder, "keyUuid" | "description">) =>
  `API key: ${description} (${keyUuid.slice(0, 8)})`;

/** The caller of a call with an API key: the client, and no user of it. @param roles with which the key makes this call. */
export function actorOfKey(key: KeyHolder, roles: Role[]): Actor {
  const { keyUuid, clientUuid, client } = key;
  const username = nameOfKey(key);
  return {
    key,
    userUuid: keyUuid,
    username,
    clientUuid,
    ownClientUuid: clientUuid,
    viewedUserUuid: undefined,
    roles,
    isPasswordModified: true,
    credential: "",
    sessionUuid: keyUuid,
    user: {
      ...client,
      uuid: keyUuid,
      client_uuid: clientUuid,
      username,
      name: null,
      email: null,
      email_verified_at: null,
      new_email: null,
      roles,
      password_hash: null,
      password_modified: true,
      activated_at: null,
      language: "EN",
      totp_secret: null,
      totp_confirmed_at: null,
      totp_last_step: null,
      recovery_codes: [],
      github_login: null,
      last_login_at: null,
      revision: 0,
      created_at: new Date(0),
      session_uuid: keyUuid,
      session_used_at: new Date(0),
    },
  };
}
