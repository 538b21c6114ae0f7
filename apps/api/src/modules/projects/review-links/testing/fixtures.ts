import { createHash } from "node:crypto";
import { GUEST_HEADER } from "@shoal/contract";
import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";
import { hashOfKey } from "../link-keys.ts";

const createSecret = (text: string) => createHash("sha256").update(text).digest("base64url");
const createKey = ({ thingUuid }: FixtureOwner) => createSecret(`key of ${thingUuid}`);
const createToken = ({ thingUuid }: FixtureOwner) => createSecret(`token of ${thingUuid}`);

/** Returns the headers of the guest of the client's review link. */
export const guestHeadersOf = (owner: FixtureOwner): Record<string, string> => ({
  [GUEST_HEADER]: createToken(owner),
});

const linkParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, link: thingUuid } });
const versionParams = () => ({ params: { n: 1 } });
/** The parameters of a comment written by the guest. */
const commentParams = (owner: FixtureOwner) => ({ params: { id: guestCommentOf(owner) } });
const attachmentParams = (owner: FixtureOwner) => ({
  params: { id: guestCommentOf(owner), attachment: guestCommentOf(owner) },
});

/** @example guestCommentOf(owner) // a uuid, always the same */
const guestCommentOf = ({ thingUuid }: FixtureOwner) => `0${thingUuid.slice(1, 14)}8${thingUuid.slice(15)}`;

/** A review link to the client's project without a password, a guest of it, and a comment of theirs with a file. */
export const reviewLinkFixtures: ModuleFixtures = {
  table: "review_links",
  insertsFor: (db, owner) => {
    const { clientUuid, marker, thingUuid } = owner;
    return [
      db.insertInto("review_links").values({
        uuid: thingUuid,
        client_uuid: clientUuid,
        project_uuid: thingUuid,
        label: marker,
        key_hash: hashOfKey(createKey(owner)),
        sealed_key: "",
        asks_email: false,
        may_comment: true,
        may_download: true,
        has_watermark: false,
        creator_name: marker,
      }),
      db.insertInto("review_guests").values({
        uuid: thingUuid,
        link_uuid: thingUuid,
        client_uuid: clientUuid,
        name: `Guest ${marker}`,
        token_hash: hashOfKey(createToken(owner)),
        password_revision: 1,
        expires_at: new Date(Date.now() + 3_600_000),
      }),
      db.insertInto("comments").values({
        uuid: guestCommentOf(owner),
        client_uuid: clientUuid,
        project_uuid: thingUuid,
        version_number: 1,
        thread_uuid: guestCommentOf(owner),
        thread_position: 0,
        position: 0,
        frame: 1,
        guest_uuid: thingUuid,
        is_guest: true,
        author_name: marker,
        text: marker,
        drawing: JSON.stringify({
          shapes: [{ kind: "pin", at: [0.5, 0.5], color: "#ff0000", size: 0.01 }],
        }),
        is_internal: false,
        mentions: [],
        mention_uuids: [],
        seq: 0,
      }),
      db.insertInto("comment_attachments").values({
        uuid: guestCommentOf(owner),
        comment_uuid: guestCommentOf(owner),
        client_uuid: clientUuid,
        name: marker,
        media_type: "application/octet-stream",
        size_bytes: 1,
      }),
    ];
  },
  targets: {
    listReviewLinks: ({ thingUuid }) => ({ params: { id: thingUuid } }),
    createReviewLink: ({ thingUuid }) => ({
      params: { id: thingUuid },
      body: { label: "Another", version: 1, endsAt: null },
    }),
    updateReviewLink: (owner) => ({
      ...linkParams(owner),
      body: { revision: 1, label: "Another", version: 1, endsAt: null },
    }),
    listReviewGuests: linkParams,
    deleteReviewLink: linkParams,
    findReview: (owner) => ({ body: { key: createKey(owner) } }),
    enterReview: (owner) => ({ body: { key: createKey(owner), name: "Guest" } }),
    getGuestPass: versionParams,
    listGuestDownloads: versionParams,
    getGuestWaveform: versionParams,
    listGuestComments: () => ({ ...versionParams(), query: { cursor: "1.1.1" } }),
    listGuestChanges: () => ({ query: { since: 0 } }),
    createGuestComment: (owner) => ({
      ...versionParams(),
      body: { uuid: crypto.randomUUID(), text: "Another", parent: guestCommentOf(owner) },
    }),
    getGuestComment: commentParams,
    getGuestDrawing: commentParams,
    updateGuestComment: (owner) => ({ ...commentParams(owner), body: { revision: 1, text: "Another" } }),
    deleteGuestComment: commentParams,
    restoreGuestComment: commentParams,
    reactAsGuest: (owner) => ({ ...commentParams(owner), body: { emoji: "🎉", isOn: true } }),
    addGuestAttachment: commentParams,
    getGuestAttachment: attachmentParams,
    deleteGuestAttachment: attachmentParams,
  },
};
