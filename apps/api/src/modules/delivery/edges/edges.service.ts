import {
  DEFAULT_PAGE_SIZE,
  EDGE_REPORT_PATH,
  EDGE_ROOMS_PATH,
  EdgeReport,
  EdgeRooms,
  type EdgeView,
  type RoomListQuery,
  type WatchedRoomView,
} from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { EdgeCalls } from "./edge-calls.ts";
import { type MergedRoom, mergeRooms } from "./merge-rooms.ts";
import { createRoomNamesRepository } from "./room-names.repository.ts";
import { shareAnswers } from "./share-answers.ts";

/** Milliseconds for which a response is shared by all screens, which poll every few seconds. */
const RESPONSE_CACHE_MS = 1_000;
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface EdgesDeps {
  db: Database;
  edges: EdgeCalls;
}

/** Shows the state of the edges to the operator. */
export function createEdgesService({ db, edges }: EdgesDeps) {
  const readReports = shareAnswers(() => edges.ask(EDGE_REPORT_PATH, EdgeReport), RESPONSE_CACHE_MS);
  const readRooms = shareAnswers(() => edges.ask(EDGE_ROOMS_PATH, EdgeRooms), RESPONSE_CACHE_MS);
  return {
    async listEdges(): Promise<{ _embedded: EdgeView[]; _size: number }> {
      const { answers } = await readReports("");
      const missedBy = (url: string) =>
        answers.filter(({ answer: { edgesAway } }) => edgesAway.includes(url)).length;
      const views = edges.urls.map((url) => ({
        url,
        report: answers.find((answer) => answer.url === url)?.answer ?? null,
        missedBy: missedBy(url),
      }));
      return { _embedded: views, _size: views.length };
    },

    async listRooms({ search, page, pagesize = DEFAULT_PAGE_SIZE }: RoomListQuery) {
      const { answers, silent } = await readRooms("");
      const all = mergeRooms(answers);
      const offset = (page - 1) * pagesize;
      const isOnPage = (_: unknown, index: number) => index >= offset && index < offset + pagesize;
      const counts = { edges: edges.urls.length, silentEdges: silent.length };
      // Without a search, only the displayed rooms need names.
      if (!search) return { _embedded: await nameRooms(all.filter(isOnPage)), _size: all.length, ...counts };
      const found = (await nameRooms(all)).filter((room) => isFound(room, search));
      return { _embedded: found.filter(isOnPage), _size: found.length, ...counts };
    },
  };

  async function nameRooms(rooms: readonly MergedRoom[]): Promise<WatchedRoomView[]> {
    const names = createRoomNamesRepository(db);
    const clients = await names.listClientNames([...new Set(rooms.map(({ client }) => client))]);
    const titles = await names.listTitles(
      rooms.map(({ video }) => video).filter((video) => UUID_PATTERN.test(video)),
    );
    return rooms.map(({ client, video, ...counts }) => {
      const [clientname, title] = [clients.get(client), titles.get(video)];
      return {
        ...counts,
        client: clientname === undefined ? null : { uuid: client, clientname },
        videoUuid: title === undefined ? null : video,
        name: title ?? video,
      };
    });
  }
}
export type EdgesService = ReturnType<typeof createEdgesService>;

/** Whether every word of the search occurs in the room's name or the client's name. */
function isFound({ name, client }: WatchedRoomView, search: string): boolean {
  const text = `${name} ${client?.clientname ?? ""}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
