import { createApiClient, type Place, routes } from "@shoal/contract";
import { DEMO_PASSWORD } from "./demo-data.ts";
import type { WatchedVideo } from "./watching.ts";

/** The cameras of a client with a public webcam page, by the name of its first user. */
const CAMERAS_BY_USER: Record<string, readonly Place[]> = {
  "harbour-webcams": [
    { label: "Le Havre, port", latitude: 49.485, longitude: 0.106 },
    { label: "Marseille, Vieux-Port", latitude: 43.2951, longitude: 5.3739 },
    { label: "Hamburg, Landungsbrücken", latitude: 53.5459, longitude: 9.9665 },
    { label: "Rotterdam, Maashaven", latitude: 51.9054, longitude: 4.4666 },
    { label: "Lisboa, Cais do Sodré", latitude: 38.7053, longitude: -9.1443 },
    { label: "San Francisco, Pier 39", latitude: 37.8087, longitude: -122.4098 },
    { label: "Cape Town, V&A Waterfront", latitude: -33.9036, longitude: 18.4207 },
    { label: "Sydney, Circular Quay", latitude: -33.8611, longitude: 151.2108 },
    { label: "Singapore, Marina Bay", latitude: 1.2834, longitude: 103.8607 },
  ],
  "summit-webcams": [
    { label: "Chamonix, centre", latitude: 45.9237, longitude: 6.8694 },
    { label: "Aiguille du Midi", latitude: 45.8786, longitude: 6.8875 },
    { label: "Zermatt", latitude: 46.0207, longitude: 7.7491 },
    { label: "Grindelwald", latitude: 46.6242, longitude: 8.0414 },
    { label: "Innsbruck, Nordkette", latitude: 47.3125, longitude: 11.3836 },
    { label: "Banff", latitude: 51.1784, longitude: -115.5708 },
    { label: "Queenstown", latitude: -45.0312, longitude: 168.6626 },
  ],
  "meadow-webcams": [
    { label: "Annecy, lac", latitude: 45.8992, longitude: 6.1294 },
    { label: "Plateau des Glières", latitude: 45.9653, longitude: 6.3333 },
  ],
};
/** The number of sessions of a client's first camera. Each following camera has fewer. */
const MAX_SESSIONS = 70;
const WATCH_DURATION_SEC = 1_800;

/** Adds cameras to the demo's camera clients, as their users would. Data of an earlier seed is left unchanged. */
export async function addCameras(apiUrl: string): Promise<WatchedVideo[]> {
  const watched: WatchedVideo[] = [];
  for (const [username, places] of Object.entries(CAMERAS_BY_USER)) {
    const signIn = createApiClient({ baseUrl: apiUrl, credential: () => undefined });
    const { credential } = await signIn(routes.login, { body: { username, password: DEMO_PASSWORD } });
    watched.push(
      ...(await addTo(createApiClient({ baseUrl: apiUrl, credential: () => credential }), places)),
    );
  }
  return watched;
}

async function addTo(
  call: ReturnType<typeof createApiClient>,
  places: readonly Place[],
): Promise<WatchedVideo[]> {
  const to = new Date();
  const query = { from: new Date(to.getTime() - 60_000).toISOString(), to: to.toISOString() };
  if ((await call(routes.getStatisticsPlaces, { query })).size > 0) return [];
  const { client_infos: infos } = await call(routes.getMe, {});
  const clientUuid = infos[0]?.uuid ?? "";
  const watched: WatchedVideo[] = [];
  for (const [index, place] of places.entries()) {
    const title = `${place.label.split(",")[0]} webcam`;
    // The lives are created as stopped. A live captured by a page would be removed when the page closes without having captured
    // anything.
    const live = { title, type: "live", liveType: "camera", encodingStatus: "stopped" } as const;
    const { uuid } = await call(routes.createVideo, { body: live });
    await call(routes.updateVideo, { params: { id: uuid }, body: { place, tags: ["public"] } });
    const sessions = Math.ceil(MAX_SESSIONS / (index + 1));
    watched.push({ uuid, clientUuid, sessions, durationSec: WATCH_DURATION_SEC, isWatchedLately: true });
  }
  return watched;
}
