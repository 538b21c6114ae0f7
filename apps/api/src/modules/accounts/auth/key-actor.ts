import type { Role } from "@shoal/contract";
import { nameOfKey, nameOfUploadToken } from "@shoal/domain";
import type { Actor, KeyHolder, UploadTokenHolder } from "./actor.ts";
import type { ClientRow } from "./auth.repository.ts";

/** Returns the actor for a call with an API key: the client, without a user. @param roles the key's roles for this call. */
export const actorOfKey = (key: KeyHolder, roles: Role[]): Actor => ({
  key,
  ...actorOfClient({ uuid: key.keyUuid, username: nameOfKey(key), client: key.client, roles }),
});

/** Returns the actor for a call with an upload token: an editor, limited by the guard to the token's video. */
export const actorOfUploadToken = (uploadToken: UploadTokenHolder): Actor => ({
  uploadToken,
  ...actorOfClient({
    uuid: uploadToken.tokenUuid,
    username: nameOfUploadToken({ tokenUuid: uploadToken.tokenUuid, title: uploadToken.fields.title }),
    client: uploadToken.client,
    roles: ["editor"],
  }),
});

interface KeyIdentity {
  /** The identity under which calls are counted against limits. */
  uuid: string;
  username: string;
  client: ClientRow;
  roles: Role[];
}

function actorOfClient({ uuid, username, client, roles }: KeyIdentity): Actor {
  const clientUuid = client.seen_client_uuid;
  return {
    userUuid: uuid,
    username,
    clientUuid,
    ownClientUuid: clientUuid,
    viewedUserUuid: undefined,
    roles,
    isPasswordModified: true,
    credential: "",
    sessionUuid: uuid,
    user: {
      ...client,
      uuid,
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
      session_uuid: uuid,
      session_used_at: new Date(0),
    },
  };
}
