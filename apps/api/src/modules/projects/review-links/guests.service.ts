import { randomUUID } from "node:crypto";
import {
  AppError,
  type EnterReview,
  GUEST_SESSION_DAYS,
  type GuestReview,
  MAX_REVIEW_GUESTS,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import { networkOf } from "@shoal/domain";
import { OWNER_PASS_LIFETIME_MS, signOwnerPass } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { SocketViewer } from "../../../platform/realtime/realtime.ts";
import { type Guest, type GuestLookup, guestSessionEnded, isPassword } from "../../accounts/auth/index.ts";
import type { DownloadsService } from "../../media/downloads/index.ts";
import type { NamedWaveform, WaveformsService } from "../../media/encoding/index.ts";
import type { ServingEdge } from "../../media/videos/index.ts";
import { createVersionsRepository, presentVersion } from "../projects/index.ts";
import type { EntryLimits } from "./entry-limits.ts";
import { createGuestsRepository, type FoundGuest } from "./guests.repository.ts";
import { hashOfKey, newKey } from "./link-keys.ts";

const DAY_MS = 24 * 3_600_000;

/** Finds the guest of a session, and checks at each call whether the session has ended. */
export function createGuests({ db }: { db: Database }): GuestLookup & {
  findViewer(token: string): Promise<SocketViewer | undefined>;
  mayOpen(holderUuid: string, videoUuid: string): Promise<boolean>;
} {
  async function findByToken(token: string): Promise<Guest | undefined> {
    const guests = createGuestsRepository(db);
    const found = await guests.findByToken(hashOfKey(token));
    if (found?.is_to_note) await guests.recordUse(found.client_uuid, found.uuid);
    return found && guestOfRow(found);
  }
  return {
    findByToken,
    async listLive(guestUuids) {
      if (guestUuids.length === 0) return [];
      return (await createGuestsRepository(db).listLive(guestUuids)).map(guestOfRow);
    },
    async findViewer(token) {
      const guest = await findByToken(token);
      return (
        guest && {
          clientUuid: guest.clientUuid,
          userUuid: guest.guestUuid,
          sessionUuid: guest.guestUuid,
          roles: [],
          isPasswordModified: true,
          isGuest: true,
        }
      );
    },
    mayOpen: (holderUuid, videoUuid) => createGuestsRepository(db).mayOpen(holderUuid, videoUuid),
  };
}

const guestOfRow = (row: FoundGuest): Guest => ({
  guestUuid: row.uuid,
  downloadUuid: row.download_uuid,
  linkUuid: row.link_uuid,
  clientUuid: row.client_uuid,
  clientName: row.client_name,
  name: row.name,
  projectUuid: row.project_uuid,
  version: row.version,
  mayComment: row.may_comment,
  mayDownload: row.may_download,
  hasWatermark: row.has_watermark,
  endsAt: row.ends_at,
});

export interface GuestsServiceDeps {
  db: Database;
  edge: ServingEdge;
  limits: EntryLimits;
  downloads: Pick<DownloadsService, "listDownloads">;
  waveforms: Pick<WaveformsService, "findWaveform">;
  guests: Pick<GuestLookup, "findByToken">;
}

/** Carries out the actions of guests besides comments. */
export function createGuestsService({ db, edge, limits, downloads, waveforms, guests }: GuestsServiceDeps) {
  /** @throws AppError "review_link_ended" for a key that currently gives no access, or TooManyRequestsError. */
  async function findLink(key: string, address: string) {
    const succeed = await limits.admitKey(address);
    const link = await createGuestsRepository(db).findOpenLink(hashOfKey(key));
    if (!link) throw new AppError("review_link_ended", "This review link is no longer available");
    await succeed();
    return link;
  }

  /** Finds the requested version. @throws AppError "not_found" for any version that the link does not show. */
  async function findVersion(guest: Guest, number: number) {
    const { clientUuid, projectUuid, version } = guest;
    const found =
      version === number
        ? await createVersionsRepository(db).findVersion(clientUuid, projectUuid, number)
        : undefined;
    if (!found) throw new AppError("not_found", "No such version");
    return found;
  }

  /** Finds the uuid of the version's video if it can be played. @throws AppError "video_not_found". */
  async function findVideo(guest: Guest, number: number): Promise<string> {
    const found = await findVersion(guest, number);
    const isThere = found.found_uuid !== null && found.trashed_at === null && !found.is_deleted;
    if (!isThere) throw new AppError("video_not_found", "No such video");
    return found.video_uuid;
  }

  async function getReview(guest: Guest): Promise<GuestReview> {
    const row = await findVersion(guest, guest.version);
    const { number, createdDate, description, video } = presentVersion(row, edge, Date.now());
    const { uuid, title, state, isReplaced, duration, frames, embedUrl } = video;
    return {
      project: { uuid: guest.projectUuid, name: row.project_name },
      version: {
        number,
        createdDate,
        description,
        video: { uuid, title, state, isReplaced, duration, frames, embedUrl },
      },
      guest: { uuid: guest.guestUuid, name: guest.name },
      mayComment: guest.mayComment,
      mayDownload: guest.mayDownload,
      watermark: guest.hasWatermark ? guest.name : null,
      endsAt: guest.endsAt?.toISOString() ?? null,
    };
  }

  return {
    getReview,

    /** @throws AppError "review_link_ended". */
    async findEntry(key: string, address: string): Promise<ResponseOf<typeof routes.findReview>> {
      const link = await findLink(key, address);
      return { asksEmail: link.asks_email, asksPassword: link.password_hash !== null };
    },

    /**
     * @throws AppError "review_link_ended", "review_password_wrong", "bad_request" for a missing email address and for the
     * maximum number of guests, or TooManyRequestsError.
     */
    async enter({ key, name, email, password }: EnterReview, address: string) {
      const link = await findLink(key, address);
      if (link.asks_email && email === undefined) throw fieldFault("email", "is required");
      if (link.password_hash !== null) {
        if (!password) throw wrongPassword();
        const succeed = await limits.admitPassword(link.uuid, address);
        if (!(await isPassword(password, link.password_hash, networkOf(address)))) throw wrongPassword();
        await succeed();
      }
      await limits.admitEntry(link.uuid, address);
      const [token, expiresAt] = [newKey(), new Date(Date.now() + GUEST_SESSION_DAYS * DAY_MS)];
      const isAdded = await db.transaction().execute((tx) =>
        createGuestsRepository(tx).addGuest({
          uuid: randomUUID(),
          link_uuid: link.uuid,
          client_uuid: link.client_uuid,
          name,
          email: link.asks_email ? (email ?? null) : null,
          token_hash: hashOfKey(token),
          // The password that was checked, even if it was changed in the meantime.
          password_revision: link.password_revision,
          expires_at: expiresAt,
        }),
      );
      if (!isAdded) throw fieldFault("key", `exceeds the maximum of ${MAX_REVIEW_GUESTS} guests`);
      const guest = await guests.findByToken(token);
      if (!guest) throw guestSessionEnded();
      return {
        guest,
        entered: { token, expiresAt: expiresAt.toISOString(), review: await getReview(guest) },
      };
    },

    /** @throws TooManyRequestsError. */
    admitChange: ({ guestUuid }: Guest): Promise<void> => limits.admitChange(guestUuid),

    /** @throws TooManyRequestsError. */
    admitFile: ({ linkUuid }: Guest): Promise<void> => limits.admitFile(linkUuid),

    leave: ({ clientUuid, guestUuid }: Guest): Promise<void> =>
      createGuestsRepository(db).endSession(clientUuid, guestUuid),

    /** Lets a guest see the video regardless of its rules. Edges check at each use whether the link is still active. */
    async getPass(guest: Guest, number: number): Promise<ResponseOf<typeof routes.getGuestPass>> {
      const uuid = await findVideo(guest, number);
      const expiresAtMs = Math.floor((Date.now() + OWNER_PASS_LIFETIME_MS) / 1000) * 1000;
      return {
        uuid,
        pass: signOwnerPass({ uuid, userUuid: guest.guestUuid, expiresAtMs, isGuest: true }, edge.secret),
        expiresAt: new Date(expiresAtMs).toISOString(),
      };
    },

    /** Finds the waveform of the version's video, or requests it. @throws AppError "not_found", "video_not_found". */
    async findWaveform(guest: Guest, number: number): Promise<NamedWaveform> {
      return waveforms.findWaveform(guest, await findVideo(guest, number));
    },

    /** @throws AppError "forbidden" if the link does not allow it, "playback_not_ready". */
    async listDownloads(guest: Guest, number: number): Promise<ResponseOf<typeof routes.listDownloads>> {
      const uuid = await findVideo(guest, number);
      if (!guest.mayDownload) throw new AppError("forbidden", "This link does not allow downloads");
      return downloads.listDownloads({ clientUuid: guest.clientUuid, userUuid: guest.downloadUuid }, uuid);
    },
  };
}
export type GuestsService = ReturnType<typeof createGuestsService>;

const wrongPassword = () => new AppError("review_password_wrong", "The password of this link is wrong");
const fieldFault = (path: string, reason: string) =>
  new AppError("bad_request", "You cannot enter this review", [{ path, reason }]);
