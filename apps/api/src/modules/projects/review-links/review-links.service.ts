import { randomUUID } from "node:crypto";
import {
  AppError,
  type CreateReviewLink,
  MAX_REVIEW_LINKS,
  type ReviewGuestView,
  type ReviewLinkView,
  type UpdateReviewLink,
} from "@shoal/contract";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import { type Actor, hashPassword } from "../../accounts/auth/index.ts";
import { assertCan, createVersionsRepository, getProjectOf, lockProjectOf } from "../projects/index.ts";
import { assertProjectsOffered } from "../teams/index.ts";
import { hashOfKey, newKey } from "./link-keys.ts";
import { createReviewLinksRepository, type FoundReviewLink } from "./review-links.repository.ts";

export interface ReviewLinksDeps {
  db: Database;
  /** Encrypts link keys, with the uuid of the link as context. */
  box: SecretBox;
  publicUrl: string;
}

/**
 * Manages links by which people without an account review a version. Every call throws AppError "project_not_found" if the
 * actor is not in the project, and "forbidden" if they may not manage its links.
 */
export function createReviewLinksService({ db, box, publicUrl }: ReviewLinksDeps) {
  /** Returns the address of a link; null if its key was encrypted with an earlier secret, though the link still works. */
  function urlOf({ sealed_key, uuid }: FoundReviewLink): string | null {
    try {
      return `${publicUrl}/#/review/${box.open(sealed_key, uuid)}`;
    } catch {
      return null;
    }
  }

  const present = (row: FoundReviewLink): ReviewLinkView => ({
    uuid: row.uuid,
    label: row.label,
    state: stateOf(row, Date.now()),
    url: urlOf(row),
    isOn: row.is_on,
    asksEmail: row.asks_email,
    hasPassword: row.password_hash !== null,
    endsAt: row.ends_at?.toISOString() ?? null,
    version: row.version_number,
    mayComment: row.may_comment,
    mayDownload: row.may_download,
    hasWatermark: row.has_watermark,
    createdBy: row.creator,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    guestCount: row.guest_count ?? 0,
    revision: row.revision,
  });

  /** Locks the project, and rejects callers who may not manage its links. */
  async function lock(tx: Tx, actor: Actor, projectUuid: string) {
    const project = await lockProjectOf(tx, actor, projectUuid, "manageReviewLinks");
    return { project, links: createReviewLinksRepository(tx) };
  }

  async function assertVersion(tx: Tx, actor: Actor, projectUuid: string, version?: number | null) {
    if (version === undefined || version === null) return;
    const numbers = await createVersionsRepository(tx).listNumbers(actor.clientUuid, projectUuid);
    if (!numbers.includes(version)) throw fieldFault("version", "is not a version of this project");
  }

  async function read(tx: Tx, actor: Actor, projectUuid: string, uuid: string): Promise<ReviewLinkView> {
    const row = await createReviewLinksRepository(tx).findLink(actor.clientUuid, projectUuid, uuid);
    if (!row) throw linkNotFound();
    return present(row);
  }

  return {
    /** Lists links, including an archived project's links, which give no access. */
    async listLinks(actor: Actor, projectUuid: string): Promise<ReviewLinkView[]> {
      assertProjectsOffered(actor);
      const project = await getProjectOf(db, actor, projectUuid);
      assertCan({ rank: project.rank, archived_at: null }, "manageReviewLinks");
      const rows = await createReviewLinksRepository(db).listLinks(actor.clientUuid, projectUuid);
      return rows.map(present);
    },

    /** @throws AppError "review_link_not_found". */
    async listGuests(actor: Actor, projectUuid: string, uuid: string): Promise<ReviewGuestView[]> {
      assertProjectsOffered(actor);
      const project = await getProjectOf(db, actor, projectUuid);
      assertCan({ rank: project.rank, archived_at: null }, "manageReviewLinks");
      const links = createReviewLinksRepository(db);
      if (!(await links.findLink(actor.clientUuid, projectUuid, uuid))) throw linkNotFound();
      const rows = await links.listGuests(actor.clientUuid, uuid);
      return rows.map((row) => ({
        uuid: row.uuid,
        name: row.name,
        email: row.email,
        enteredAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
      }));
    },

    /** @throws AppError "bad_request" for an unknown version, and for too many links. */
    async createLink(actor: Actor, projectUuid: string, wanted: CreateReviewLink): Promise<ReviewLinkView> {
      assertProjectsOffered(actor);
      const hash = await hashOptionalPassword(actor, wanted.password);
      const [uuid, key] = [randomUUID(), newKey()];
      return db.transaction().execute(async (tx) => {
        const { links } = await lock(tx, actor, projectUuid);
        await assertVersion(tx, actor, projectUuid, wanted.version);
        if ((await links.countLinks(actor.clientUuid, projectUuid)) >= MAX_REVIEW_LINKS)
          throw fieldFault("label", `exceeds the maximum of ${MAX_REVIEW_LINKS} review links`);
        await links.addLink({
          uuid,
          client_uuid: actor.clientUuid,
          project_uuid: projectUuid,
          label: wanted.label,
          key_hash: hashOfKey(key),
          sealed_key: box.seal(key, uuid),
          asks_email: wanted.asksEmail,
          password_hash: hash ?? null,
          ends_at: toDate(wanted.endsAt),
          version_number: wanted.version,
          may_comment: wanted.mayComment,
          may_download: wanted.mayDownload,
          has_watermark: wanted.hasWatermark,
          creator_uuid: actor.userUuid,
          creator_name: actor.username,
        });
        return read(tx, actor, projectUuid, uuid);
      });
    },

    /** @throws AppError "review_link_not_found", "edit_conflict", or "bad_request" for an unknown version. */
    async updateLink(
      actor: Actor,
      projectUuid: string,
      uuid: string,
      wanted: UpdateReviewLink,
    ): Promise<ReviewLinkView> {
      assertProjectsOffered(actor);
      const hash = await hashOptionalPassword(actor, wanted.password);
      return db.transaction().execute(async (tx) => {
        const { links } = await lock(tx, actor, projectUuid);
        const row = await links.findLink(actor.clientUuid, projectUuid, uuid);
        if (!row) throw linkNotFound();
        if (row.revision !== wanted.revision)
          throw new AppError("edit_conflict", "Someone else changed this review link");
        await assertVersion(tx, actor, projectUuid, wanted.version);
        await links.updateLink(actor.clientUuid, uuid, {
          ...columnsOf(wanted),
          ...(hash === undefined
            ? {}
            : { password_hash: hash, password_revision: row.password_revision + 1 }),
        });
        return read(tx, actor, projectUuid, uuid);
      });
    },

    /** @throws AppError "review_link_not_found". */
    async deleteLink(actor: Actor, projectUuid: string, uuid: string): Promise<void> {
      assertProjectsOffered(actor);
      await db.transaction().execute(async (tx) => {
        const { links } = await lock(tx, actor, projectUuid);
        if (!(await links.deleteLink(actor.clientUuid, projectUuid, uuid))) throw linkNotFound();
      });
    },
  };
}
export type ReviewLinksService = ReturnType<typeof createReviewLinksService>;

/** Hashes a changed password. @returns null for no password, undefined if it does not change. */
async function hashOptionalPassword(
  actor: Actor,
  password: string | null | undefined,
): Promise<string | null | undefined> {
  return password ? hashPassword(password, { caller: actor.userUuid }) : password === null ? null : undefined;
}

/** Returns the columns of a change; missing fields are left unchanged. */
function columnsOf(wanted: UpdateReviewLink) {
  const columns = {
    label: wanted.label,
    asks_email: wanted.asksEmail,
    ends_at: wanted.endsAt === undefined ? undefined : toDate(wanted.endsAt),
    version_number: wanted.version,
    may_comment: wanted.mayComment,
    may_download: wanted.mayDownload,
    has_watermark: wanted.hasWatermark,
    is_on: wanted.isOn,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

function stateOf(
  { is_on, ends_at }: Pick<FoundReviewLink, "is_on" | "ends_at">,
  nowMs: number,
): ReviewLinkView["state"] {
  if (!is_on) return "off";
  return ends_at !== null && ends_at.getTime() <= nowMs ? "ended" : "active";
}

const linkNotFound = () => new AppError("review_link_not_found", "No such review link");
const fieldFault = (path: string, reason: string) =>
  new AppError("bad_request", "The review link is not valid", [{ path, reason }]);
