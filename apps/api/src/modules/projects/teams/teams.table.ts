import type { ProjectRole } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type SetNull = ColumnType<string | null, string | null | undefined, string | null>;

export interface TeamRow {
  uuid: Generated<string>;
  client_uuid: string;
  name: string;
  description: Generated<string>;
  /** The team's manager; null once that user is deleted. */
  owner_uuid: SetNull;
  /** The manager's username, kept when the user is deleted. */
  owner_name: string;
  revision: Generated<number>;
  created_at: Generated<Date>;
  modified_at: Generated<Date>;
}

/** The manager of a team is also a member. */
export interface TeamMemberRow {
  team_uuid: string;
  client_uuid: string;
  user_uuid: string;
  /** The member's role in projects to which the team was added without a role. */
  role: ProjectRole;
  added_at: Generated<Date>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    teams: TeamRow;
    team_members: TeamMemberRow;
  }
}

/** Teams are deleted with their client; users who leave the client leave its teams. */
export const teamTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE teams (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      name text NOT NULL,
      description text NOT NULL DEFAULT '',
      owner_uuid uuid REFERENCES users ON DELETE SET NULL,
      owner_name text NOT NULL,
      revision integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      modified_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
    await sql`CREATE UNIQUE INDEX teams_name ON teams (client_uuid, lower(name))`.execute(db);
    await sql`CREATE INDEX teams_by_owner ON teams (owner_uuid)`.execute(db);
    await sql`CREATE TABLE team_members (
      team_uuid uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('admin', 'editor', 'viewer')),
      added_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (team_uuid, user_uuid)
    )`.execute(db);
    await sql`CREATE INDEX team_members_by_user ON team_members (user_uuid)`.execute(db);
    await sql`CREATE INDEX team_members_by_client ON team_members (client_uuid)`.execute(db);
    await sql`CREATE FUNCTION leave_teams() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      DELETE FROM team_members WHERE user_uuid = NEW.uuid;
      UPDATE teams SET owner_uuid = NULL WHERE owner_uuid = NEW.uuid;
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER users_leave_teams AFTER UPDATE OF client_uuid ON users FOR EACH ROW
      WHEN (OLD.client_uuid IS DISTINCT FROM NEW.client_uuid) EXECUTE FUNCTION leave_teams()`.execute(db);
  },
};
