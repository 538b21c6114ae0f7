import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const projectParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
const versionParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, n: 1 } });
const teamParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, teamId: thingUuid } });
const user = ({ thingUuid, marker }: FixtureOwner) => ({ params: { id: thingUuid, user: `user-${marker}` } });
const videoBody = ({ videoUuid }: FixtureOwner) => ({ uuidVideo: videoUuid });

/** A project without an owner, with a collaborator, a team and a version; each caller of the client is an administrator of it. */
export const projectFixtures: ModuleFixtures = {
  table: "projects",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid, videoUuid }) => {
    const of = { project_uuid: thingUuid, client_uuid: clientUuid };
    return [
      db.insertInto("projects").values({
        uuid: thingUuid,
        client_uuid: clientUuid,
        name: `Project ${marker}`,
        description: marker,
        owner_name: marker,
      }),
      db
        .insertInto("project_collaborators")
        .values({ ...of, user_uuid: userUuid, username: `user-${marker}`, role: "viewer" }),
      db.insertInto("project_teams").values({ ...of, team_uuid: thingUuid }),
      db.insertInto("project_versions").values({
        ...of,
        number: 1,
        publisher_name: marker,
        description: marker,
        video_uuid: videoUuid,
        video_title: marker,
      }),
    ];
  },
  insertsForCaller: (db, { clientUuid, thingUuid }, { userUuid }) => [
    db.insertInto("project_collaborators").values({
      project_uuid: thingUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      username: userUuid,
      role: "admin",
    }),
  ],
  targets: {
    listTeamProjects: ({ thingUuid }) => ({ params: { teamId: thingUuid } }),
    listVideoProjects: ({ videoUuid }) => ({ params: { videoId: videoUuid } }),
    // The body contains no invitations, because the response for an unknown username contains the name.
    createProject: ({ videoUuid }) => ({
      body: { name: "Another", uuid: videoUuid, collabs: [], teams: [] },
    }),
    getProject: projectParams,
    updateProject: (owner) => ({ ...projectParams(owner), body: { name: "Another" } }),
    deleteProject: projectParams,
    listProjectUsers: projectParams,
    inviteToProject: (owner) => ({ ...projectParams(owner), body: { username: `manager-${owner.marker}` } }),
    updateProjectRole: (owner) => ({ ...user(owner), body: { newRole: "editor" } }),
    removeCollaborator: user,
    addProjectTeam: teamParams,
    removeProjectTeam: teamParams,
    findUser: ({ marker }) => ({ params: { username: `user-${marker}` } }),
    listVersions: projectParams,
    getLatestVersion: projectParams,
    canManageVersion: projectParams,
    addVersion: (owner) => ({ ...projectParams(owner), body: videoBody(owner) }),
    updateVersion: (owner) => ({
      ...versionParams(owner),
      body: { description: "Another", number: 1, ...videoBody(owner) },
    }),
    getVersion: versionParams,
  },
};
