import { createApiClient, routes } from "@shoal/contract";
import { DEMO_CLIENTS, DEMO_PASSWORD, toSlug } from "./demo-data.ts";

const GUEST_NAME = "Camille from the agency";

/**
 * Adds a review link to the newest version of the demo client's first project, with a guest's comments. An existing link is
 * left unchanged.
 */
export async function addReviewLink(apiUrl: string): Promise<void> {
  const client = DEMO_CLIENTS.find(({ flags }) => flags?.vireed);
  if (!client) return;
  const anonymous = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
  const body = { username: toSlug(client), password: DEMO_PASSWORD };
  const { credential } = await anonymous(routes.login, { body });
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  const [project] = (await call(routes.listProjects, { query: { sort: { createdAt: 1 } } }))._embedded;
  if (!project) return;
  const params = { id: project.uuid };
  if ((await call(routes.listReviewLinks, { params })).length > 0) return;
  const link = await call(routes.createReviewLink, {
    params,
    body: { label: "Agency", hasWatermark: true, mayDownload: true },
  });
  const key = /[^/]+$/.exec(link.url ?? "")?.[0];
  if (key === undefined) return;
  const { token, review } = await anonymous(routes.enterReview, { body: { key, name: GUEST_NAME } });
  const asGuest = createApiClient({ baseUrl: apiUrl, credential: () => undefined, guest: () => token });
  await asGuest(routes.createGuestComment, {
    params: { n: review.version.number },
    body: {
      uuid: crypto.randomUUID(),
      frame: 50,
      text: "The logo could stay a little longer.",
      drawing: {
        shapes: [{ kind: "ellipse", from: [0.4, 0.4], to: [0.6, 0.6], color: "#ffb020", size: 0.006 }],
      },
    },
  });
}
