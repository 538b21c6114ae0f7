import { createApiClient, routes } from "@shoal/contract";
import { DEMO_CLIENTS, DEMO_PASSWORD, slugOf } from "./demo-data.ts";

const DESCRIPTION = "Sound and titles follow. Please look at the ending first.";

/** Two projects with versions, teams and a review link for the demo client that has projects. What an earlier seed made is left alone. */
export async function addProjects(apiUrl: string): Promise<void> {
  const client = DEMO_CLIENTS.find(({ flags }) => flags?.vireed);
  if (!client) return;
  const username = slugOf(client);
  const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const { credential } = await anonymous(routes.login, { body: { username, password: DEMO_PASSWORD } });
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  if ((await call(routes.listProjects, { query: { pagesize: 0 } }))._size > 0) return;
  const query = { pagesize: 4, filter: { type: "vod" as const, status: ["encoded" as const] } };
  const videos = (await call(routes.listVideos, { query }))._embedded.map(({ uuid }) => uuid);
  const [first] = videos;
  if (first === undefined) return;
  const [, second = first, third = first] = videos;
  const editor = `${username}-editor`;
  const team = await call(routes.createTeam, {
    body: {
      teamName: "Picture",
      teamDescription: "Cut and colour",
      collabsTeam: [{ username: editor, role: "editor" }],
    },
  });
  const film = await call(routes.createProject, {
    body: { name: "Harbour film", description: DESCRIPTION, uuid: first, teams: [team.uuid] },
  });
  const versions = [
    { uuidVideo: second, description: "Shorter opening" },
    { uuidVideo: third, description: "New ending" },
  ];
  for (const { uuidVideo, description } of versions)
    await call(routes.addVersion, {
      params: { id: film.uuid },
      body: { uuidVideo, description },
    });
  await call(routes.createReviewLink, {
    params: { id: film.uuid },
    body: { label: "Client review", hasWatermark: true },
  });
  const trailer = await call(routes.createProject, {
    body: { name: "Autumn trailer", uuid: second, collabs: [{ username: editor, role: "viewer" }] },
  });
  await call(routes.updateProject, { params: { id: trailer.uuid }, body: { status: "inReview" } });
}
