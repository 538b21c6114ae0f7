import {
  AppError,
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  type ExportLinkListQuery,
  type ExportLinkView,
  MAX_EXPORT_LINKS,
  type routes,
  type SiteRefusal,
} from "@shoal/contract";
import { accessRulesOf, findSiteRefusals } from "@shoal/domain";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { ExportLinkRow } from "../../../platform/schema.ts";
import { type Actor, makerOf } from "../../accounts/auth/index.ts";
import { createVideosRepository, type ServingEdge, videoNotFound } from "../../media/videos/index.ts";
import { readClientDescriptor, readDescribedRules } from "../rules/index.ts";
import { presentLink } from "./export-links.present.ts";
import { createExportLinksRepository, type FullLinkRow } from "./export-links.repository.ts";

export interface ExportLinksDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  edge: ServingEdge;
}

/** Manages revocable embeds of videos. Every call throws AppError "forbidden" for a client without export links. */
export function createExportLinksService({ db, realtime, edge }: ExportLinksDeps) {
  const service = {
    async listLinks(actor: Actor, query: ExportLinkListQuery) {
      assertOffered(actor);
      const links = createExportLinksRepository(db);
      const limit = query.pagesize ?? actor.user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const size = links.countLinks(actor.clientUuid, query);
      if (limit === 0) return { _embedded: [], _size: await size };
      const page = { query, limit, offset: (query.page - 1) * limit };
      const [rows, count] = await Promise.all([links.listLinks(actor.clientUuid, page), size]);
      return { _embedded: rows.map(present), _size: count };
    },

    /** @throws AppError "not_found". */
    async getLink(actor: Actor, uuid: string): Promise<ExportLinkView> {
      assertOffered(actor);
      return read(db, actor, uuid);
    },

    /** @throws AppError "video_not_found", or "bad_request" if there are too many. */
    async createLink(actor: Actor, wanted: BodyOf<typeof routes.createExportLink>): Promise<ExportLinkView> {
      assertOffered(actor);
      const { clientUuid } = actor;
      const { video, name, sites, endsAt } = wanted;
      const created = await db.transaction().execute(async (tx) => {
        const links = createExportLinksRepository(tx);
        if ((await links.countForAdding(clientUuid)) >= MAX_EXPORT_LINKS) throw tooManyLinksError();
        if (!(await createVideosRepository(tx).lockVideo(clientUuid, video))) throw videoNotFound();
        const link = {
          client_uuid: clientUuid,
          video_uuid: video,
          user_uuid: makerOf(actor),
          name,
          sites,
        };
        return read(tx, actor, await links.addLink({ ...link, ends_at: endsAt }));
      });
      announce(actor);
      return created;
    },

    /** @throws AppError "not_found" or "edit_conflict". */
    async updateLink(
      actor: Actor,
      uuid: string,
      { revision, ...change }: BodyOf<typeof routes.updateExportLink>,
    ): Promise<ExportLinkView> {
      assertOffered(actor);
      return write(actor, uuid, columnsOf(change), revision);
    },

    /** @throws AppError "not_found". */
    async pauseLink(actor: Actor, uuid: string, isPaused: boolean): Promise<ExportLinkView> {
      assertOffered(actor);
      return write(actor, uuid, { is_paused: isPaused });
    },

    /** @returns the deleted link. @throws AppError "not_found". */
    async deleteLink(actor: Actor, uuid: string): Promise<{ name: string }> {
      assertOffered(actor);
      const name = await db
        .transaction()
        .execute((tx) => createExportLinksRepository(tx).deleteLink(actor.clientUuid, uuid));
      if (name === undefined) throw linkNotFound();
      announce(actor);
      return { name };
    },
  };

  const announce = ({ clientUuid }: Actor) => realtime.emit(clientUuid, "exportLinks.changed");
  const present = (row: Parameters<typeof presentLink>[0]) => presentLink(row, edge, Date.now());

  async function read(tx: Tx, actor: Actor, uuid: string): Promise<ExportLinkView> {
    const row = await createExportLinksRepository(tx).findLink(actor.clientUuid, uuid);
    if (!row) throw linkNotFound();
    const siteRefusals = await readSiteRefusals(tx, row);
    return { ...present(row), ...(siteRefusals.length > 0 ? { siteRefusals } : {}) };
  }

  /** @param revision undefined for a change that applies despite concurrent changes. */
  async function write(
    actor: Actor,
    uuid: string,
    change: Updateable<ExportLinkRow>,
    revision?: number,
  ): Promise<ExportLinkView> {
    const written = await db.transaction().execute(async (tx) => {
      const links = createExportLinksRepository(tx);
      const isWritten = await links.updateLink(actor.clientUuid, uuid, change, revision);
      const link = await read(tx, actor, uuid);
      if (!isWritten) throw new AppError("edit_conflict", "Someone else changed this link: fetch it again");
      return link;
    });
    announce(actor);
    return written;
  }

  return service;
}
export type ExportLinksService = ReturnType<typeof createExportLinksService>;

function columnsOf({
  name,
  sites,
  endsAt,
}: Omit<BodyOf<typeof routes.updateExportLink>, "revision">): Updateable<ExportLinkRow> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(sites === undefined ? {} : { sites }),
    ...(endsAt === undefined ? {} : { ends_at: endsAt }),
  };
}

function assertOffered(actor: Actor): void {
  if (!actor.user.export) throw new AppError("forbidden", "Export links are not part of this client's plan");
}

const linkNotFound = () => new AppError("not_found", "No such export link");
const tooManyLinksError = () =>
  new AppError("bad_request", "Too many export links", [
    { path: "name", reason: `exceeds the maximum of ${MAX_EXPORT_LINKS} export links` },
  ]);

type LinkedVideo = Pick<FullLinkRow, "client_uuid" | "video_uuid" | "sites">;

/** Finds the sites of a link that the video's rules currently block; [] if all are allowed. */
async function readSiteRefusals(
  db: Tx,
  { client_uuid: clientUuid, video_uuid: uuid, sites }: LinkedVideo,
): Promise<SiteRefusal[]> {
  if (sites.length === 0) return [];
  const client = await readClientDescriptor(db, clientUuid);
  const { rules: levels } = await readDescribedRules(db, clientUuid, uuid);
  return findSiteRefusals(accessRulesOf(levels, client, { nowMs: Date.now(), uuid }), sites);
}
