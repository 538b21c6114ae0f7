import { type RawBuilder, sql } from "kysely";

/**
 * Returns the file that a version currently shows; null for the video's first file. Restarted uploads have other names than
 * replacement files.
 */
const fileSql = (videos: string) =>
  sql<string | null>`CASE WHEN ${sql.ref(`${videos}.source_object`)} LIKE '%/source-%'
    THEN ${sql.ref(`${videos}.source_object`)} END`;

/**
 * Selects the video that a version shows. A deleted video counts as showing what it last showed.
 * @param version an alias of a row with `project_uuid` and `version_number`.
 */
const shownVideoSql = (version: string) => sql`FROM project_versions AS shown_version
  JOIN videos AS shown_video ON shown_video.uuid = shown_version.video_uuid
    AND shown_video.client_uuid = shown_version.client_uuid AND NOT shown_video.is_deleted
  WHERE shown_version.project_uuid = ${sql.ref(`${version}.project_uuid`)}
    AND shown_version.number = ${sql.ref(`${version}.version_number`)}`;

/** Whether the video's file was replaced after a decision. @param decided an alias of `approval_decisions`. */
export const isOfEarlierFile = (decided: string): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT ${shownVideoSql(decided)}
    AND ${fileSql("shown_video")} IS DISTINCT FROM ${sql.ref(`${decided}.file_object`)})`;

/** Returns the file to which a decision made now applies. */
export const currentFileSql = (projectUuid: string, number: number): RawBuilder<string | null> =>
  sql<string | null>`(SELECT ${fileSql("shown_video")} FROM project_versions AS shown_version
    JOIN videos AS shown_video ON shown_video.uuid = shown_version.video_uuid
      AND shown_video.client_uuid = shown_version.client_uuid
    WHERE shown_version.project_uuid = ${projectUuid} AND shown_version.number = ${number})`;
