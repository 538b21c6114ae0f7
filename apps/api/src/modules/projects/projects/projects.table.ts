import type { ProjectRole, ProjectStatus, VersionKind } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type SetNull = ColumnType<string | null, string | null | undefined, string | null>;

export interface ProjectRow {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  description: Generated<string>;
  /** The owner; null once that user is deleted. */
  owner_uuid: SetNull;
  /** The owner's username, kept when the user is deleted. */
  owner_name: string;
  status: Generated<Exclude<ProjectStatus, "archived">>;
  /** When the project was archived; null if it is not archived. */
  archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  current_version: Generated<number>;
  revision: Generated<number>;
  created_at: Generated<Date>;
  modified_at: Generated<Date>;
  last_activity_at: Generated<Date>;
}

export interface ProjectCollaboratorRow {
  uuid: Generated<string>;
  project_uuid: string;
  client_uuid: string;
  /** The collaborator; null once that user is deleted. */
  user_uuid: SetNull;
  /** The collaborator's username, kept when the user is deleted. */
  username: string;
  role: ProjectRole;
  added_at: Generated<Date>;
}

export interface ProjectTeamRow {
  project_uuid: string;
  client_uuid: string;
  team_uuid: string;
  /** The role of all its members; null leaves each the role that they have in the team. */
  role: ColumnType<ProjectRole | null, ProjectRole | null | undefined, ProjectRole | null>;
  added_at: Generated<Date>;
}

export interface ProjectVersionRow {
  project_uuid: string;
  client_uuid: string;
  number: number;
  created_date: Generated<Date>;
  /** The publisher; null once that user is deleted. */
  publisher_uuid: SetNull;
  /** The publisher's username, kept when the user is deleted. */
  publisher_name: string;
  description: Generated<string>;
  kind: Generated<VersionKind>;
  /** The video, without a foreign key since the version outlives it. */
  video_uuid: string;
  /** The title when the version was published. */
  video_title: string;
  /** The object of the video's source at that time; a replaced file is another object. */
  source_object: ColumnType<string | null, string | null | undefined, string | null>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    projects: ProjectRow;
    project_collaborators: ProjectCollaboratorRow;
    project_teams: ProjectTeamRow;
    project_versions: ProjectVersionRow;
  }
}

/** Projects are deleted with their client; users who leave the client leave its projects, and their name stays. */
export const projectTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE projects (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      owner_uuid uuid REFERENCES users ON DELETE SET NULL,
      owner_name text NOT NULL,
      status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'inReview', 'approved')),
      archived_at timestamptz,
      current_version integer NOT NULL DEFAULT 1,
      revision integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      modified_at timestamptz NOT NULL DEFAULT now(),
      last_activity_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
    await sql`CREATE INDEX projects_by_client ON projects (client_uuid, last_activity_at DESC)`.execute(db);
    await sql`CREATE INDEX projects_by_owner ON projects (owner_uuid)`.execute(db);
    await sql`CREATE TABLE project_collaborators (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_uuid uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid REFERENCES users ON DELETE SET NULL,
      username text NOT NULL,
      role text NOT NULL CHECK (role IN ('admin', 'editor', 'viewer')),
      added_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (project_uuid, user_uuid)
    )`.execute(db);
    await sql`CREATE INDEX project_collaborators_by_user ON project_collaborators (user_uuid)`.execute(db);
    await sql`CREATE INDEX project_collaborators_by_client ON project_collaborators (client_uuid)`.execute(
      db,
    );
    await sql`CREATE TABLE project_teams (
      project_uuid uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      team_uuid uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      role text CHECK (role IN ('admin', 'editor', 'viewer')),
      added_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (project_uuid, team_uuid)
    )`.execute(db);
    await sql`CREATE INDEX project_teams_by_team ON project_teams (team_uuid)`.execute(db);
    await sql`CREATE INDEX project_teams_by_client ON project_teams (client_uuid)`.execute(db);
    await sql`CREATE FUNCTION leave_projects() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE project_collaborators SET user_uuid = NULL WHERE user_uuid = NEW.uuid;
      UPDATE projects SET owner_uuid = NULL WHERE owner_uuid = NEW.uuid;
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER users_leave_projects AFTER UPDATE OF client_uuid ON users FOR EACH ROW
      WHEN (OLD.client_uuid IS DISTINCT FROM NEW.client_uuid) EXECUTE FUNCTION leave_projects()`.execute(db);
  },
};

export const versionTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE project_versions (
      project_uuid uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      number integer NOT NULL CHECK (number > 0),
      created_date timestamptz NOT NULL DEFAULT now(),
      publisher_uuid uuid REFERENCES users ON DELETE SET NULL,
      publisher_name text NOT NULL,
      description text NOT NULL DEFAULT '',
      kind text NOT NULL DEFAULT 'library' CHECK (kind IN ('upload', 'library', 'cut')),
      video_uuid uuid NOT NULL,
      video_title text NOT NULL,
      source_object text,
      PRIMARY KEY (project_uuid, number)
    )`.execute(db);
    await sql`CREATE INDEX project_versions_by_video ON project_versions (client_uuid, video_uuid)`.execute(
      db,
    );
    await sql`CREATE INDEX project_versions_by_publisher ON project_versions (publisher_uuid)`.execute(db);
  },
};
