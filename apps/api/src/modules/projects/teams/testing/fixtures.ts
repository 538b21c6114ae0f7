import { CLIENT_VIEW_HEADER } from "@shoal/contract";
import type { FixtureCaller, FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

/**
 * A team that the caller manages, since only its manager can change a team. An administrator who views a client manages all of
 * its teams.
 */
const managedTeamParams = ({ thingUuid }: FixtureOwner, caller: FixtureCaller | undefined) =>
  caller && !(CLIENT_VIEW_HEADER in caller.headers) ? caller.userUuid : thingUuid;
const usernameOf = ({ marker }: FixtureOwner) => `user-${marker}`;

export const teamFixtures: ModuleFixtures = {
  table: "teams",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid }) => [
    db.insertInto("teams").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      name: `Team ${marker}`,
      description: marker,
      // The owner's name is that of a deleted user.
      owner_name: marker,
    }),
    db
      .insertInto("team_members")
      .values({ team_uuid: thingUuid, client_uuid: clientUuid, user_uuid: userUuid, role: "admin" }),
  ],
  insertsForCaller: (db, { clientUuid, userUuid }, caller) => [
    db.insertInto("teams").values({
      uuid: caller.userUuid,
      client_uuid: clientUuid,
      name: caller.userUuid,
      owner_uuid: caller.userUuid,
      owner_name: "caller",
    }),
    db.insertInto("team_members").values([
      { team_uuid: caller.userUuid, client_uuid: clientUuid, user_uuid: caller.userUuid, role: "admin" },
      { team_uuid: caller.userUuid, client_uuid: clientUuid, user_uuid: userUuid, role: "viewer" },
    ]),
  ],
  targets: {
    // The body contains no members, because the response for an unknown username contains the name.
    createTeam: () => ({ body: { teamName: "Another", collabsTeam: [] } }),
    getTeam: ({ thingUuid }) => ({ params: { id: thingUuid }, query: { projectId: thingUuid } }),
    updateTeam: (owner, caller) => ({
      params: { id: managedTeamParams(owner, caller) },
      body: { teamDescription: "Another", collabsTeam: [{ username: usernameOf(owner), role: "editor" }] },
    }),
    deleteTeam: (owner, caller) => ({ params: { id: managedTeamParams(owner, caller) } }),
    removeTeamMember: (owner, caller) => ({
      params: { id: managedTeamParams(owner, caller), user: usernameOf(owner) },
    }),
  },
};
