import type { Collaborator, ProjectRole } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { unknownUser } from "./teams.policy.ts";
import { UnknownUsersError } from "./user-lookups.ts";

/** A user of the client. */
export interface ClientPerson {
  uuid: string;
  username: string;
}

/** Finds users of a client by username, ignoring case. */
export function createPeopleRepository(db: Tx) {
  const byNames = (clientUuid: string, usernames: readonly string[]): Promise<ClientPerson[]> =>
    db
      .selectFrom("users")
      .select(["uuid", "username"])
      .where("client_uuid", "=", clientUuid)
      .where(
        sql<boolean>`lower(username) = ANY(SELECT lower(name) FROM unnest(${usernames}::text[]) AS name)`,
      )
      .execute();

  return {
    async findPerson(clientUuid: string, username: string): Promise<ClientPerson | undefined> {
      const [person] = await byNames(clientUuid, [username]);
      return person;
    },

    /**
     * Finds the users that a list of names with roles refers to. For duplicates, the first entry counts (§5).
     * @param field the field that contains the list.
     * @throws AppError "bad_request" naming all unknown users.
     */
    async findPeople(
      clientUuid: string,
      wanted: readonly Collaborator[],
      field: string,
    ): Promise<(ClientPerson & { role: ProjectRole })[]> {
      if (wanted.length === 0) return [];
      const found = await byNames(
        clientUuid,
        wanted.map(({ username }) => username),
      );
      const byName = new Map(found.map((person) => [person.username.toLowerCase(), person]));
      const people = new Map<string, ClientPerson & { role: ProjectRole }>();
      const faults = wanted.flatMap(({ username, role }, n) => {
        const person = byName.get(username.toLowerCase());
        if (!person) return [unknownUser(`${field}.${n}.username`, username)];
        if (!people.has(person.uuid)) people.set(person.uuid, { ...person, role });
        return [];
      });
      if (faults.length > 0) throw new UnknownUsersError(faults);
      return [...people.values()];
    },
  };
}
