import { MAX_SITEMAP_PAGES, SITEMAP_PAGE_SIZE, type SitemapVideos } from "@shoal/contract/edge";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/**
 * Lists the videos of a client that may appear in its sitemap: existing, started and without a password. The edge checks their
 * rules.
 * @param page the page, from 1.
 */
export async function listSitemapVideos(db: Tx, clientUuid: string, page: number): Promise<SitemapVideos> {
  const listed = db
    .selectFrom("videos")
    .where("client_uuid", "=", clientUuid)
    .where("kind", "=", "video")
    .where("type", "=", "vod")
    .where("status", "in", ["segmented", "encoded"])
    .where("trashed_at", "is", null)
    .where("is_deleted", "=", false)
    .where("password_hash", "is", null)
    .where(sql<boolean>`(starts_at IS NULL OR starts_at <= now())`);
  const { count } = await listed.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow();
  const rows = await listed
    .select("uuid")
    .orderBy("created_at", "desc")
    .orderBy("uuid")
    .limit(SITEMAP_PAGE_SIZE)
    .offset((page - 1) * SITEMAP_PAGE_SIZE)
    .execute();
  return {
    uuids: rows.map(({ uuid }) => uuid),
    pageCount: Math.min(MAX_SITEMAP_PAGES, Math.ceil(count / SITEMAP_PAGE_SIZE)),
  };
}
