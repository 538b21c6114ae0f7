import type { MediaInfo } from "@shoal/contract/stored-data";
import { type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { pictureLockOf } from "../../media/videos/index.ts";
import type { ProjectVersionRow } from "./projects.table.ts";

/** Creates the repository of versions of one client's projects. Every query is limited to the client. */
export function createVersionsRepository(db: Tx) {
  const withVideos = (clientUuid: string, projectUuid: string) =>
    db
      .selectFrom("project_versions")
      .innerJoin("projects", "projects.uuid", "project_versions.project_uuid")
      .leftJoin("users", "users.uuid", "project_versions.publisher_uuid")
      .leftJoin("videos", (join) =>
        join
          .onRef("videos.uuid", "=", "project_versions.video_uuid")
          .onRef("videos.client_uuid", "=", "project_versions.client_uuid"),
      )
      .leftJoin("encodings", (join) =>
        join
          .onRef("encodings.video_uuid", "=", "videos.uuid")
          .onRef("encodings.generation", "=", "videos.generation"),
      )
      .selectAll("project_versions")
      .select([
        "projects.current_version",
        "projects.name as project_name",
        sql<string>`coalesce(users.username, project_versions.publisher_name)`.as("publisher"),
        "videos.uuid as found_uuid",
        "videos.title",
        "videos.status",
        "videos.encoding_percent",
        "videos.uploading_percent",
        "videos.duration_sec",
        "videos.trashed_at",
        "videos.is_deleted",
        "videos.starts_at",
        "videos.custom_thumbnail",
        "videos.source_object as source_now",
        "encodings.thumbnail_object",
        sql<Pick<MediaInfo, "durationSec" | "video"> | null>`encodings.plan->'info'`.as("source_info"),
        sql<boolean>`videos.password_hash IS NOT NULL`.as("has_password"),
        sql<boolean>`coalesce(jsonb_array_length(encodings.tracks), 0) > 0`.as("has_tracks"),
        pictureLockOf("project_versions.video_uuid").as("picture_lock"),
      ])
      .where("project_versions.client_uuid", "=", clientUuid)
      .where("project_versions.project_uuid", "=", projectUuid);

  return {
    listVersions: (clientUuid: string, projectUuid: string) =>
      withVideos(clientUuid, projectUuid).orderBy("project_versions.number", "desc").execute(),

    findVersion: (clientUuid: string, projectUuid: string, number: number) =>
      withVideos(clientUuid, projectUuid).where("project_versions.number", "=", number).executeTakeFirst(),

    findLatest: (clientUuid: string, projectUuid: string) =>
      withVideos(clientUuid, projectUuid)
        .orderBy("project_versions.number", "desc")
        .limit(1)
        .executeTakeFirst(),

    /** Lists the version numbers of a project that the caller has locked. */
    async listNumbers(clientUuid: string, projectUuid: string): Promise<number[]> {
      const rows = await db
        .selectFrom("project_versions")
        .select("number")
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .execute();
      return rows.map(({ number }) => number);
    },

    async addVersion(version: Insertable<ProjectVersionRow>): Promise<void> {
      await db.insertInto("project_versions").values(version).execute();
    },

    async updateVersion(
      clientUuid: string,
      projectUuid: string,
      number: number,
      change: Updateable<ProjectVersionRow>,
    ): Promise<void> {
      if (Object.keys(change).length === 0) return;
      await db
        .updateTable("project_versions")
        .set(change)
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .where("number", "=", number)
        .execute();
    },

    /** Lists the videos of the project that no other project shows. */
    async listOwnVideos(clientUuid: string, projectUuid: string): Promise<string[]> {
      const rows = await db
        .selectFrom("project_versions")
        .select("video_uuid")
        .distinct()
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .where(
          sql<SqlBool>`NOT EXISTS (SELECT FROM project_versions AS other
            WHERE other.client_uuid = ${clientUuid} AND other.video_uuid = project_versions.video_uuid
            AND other.project_uuid <> ${projectUuid})`,
        )
        .execute();
      return rows.map((row) => row.video_uuid);
    },
  };
}
export type FoundVersion = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createVersionsRepository>["findVersion"]>>
>;
