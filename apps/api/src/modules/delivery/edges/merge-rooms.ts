import type { EdgeRoom, WatchedRoomView } from "@shoal/contract";

/** A video that is being watched, merged over all edges. */
export type MergedRoom = Omit<EdgeRoom, "viewers"> & Pick<WatchedRoomView, "viewers" | "edges">;

/** Merges rooms of the same media across edges, most watched first, then by name, so that pages do not jump. */
export function mergeRooms(
  answers: readonly { url: string; answer: { rooms: readonly EdgeRoom[] } }[],
): MergedRoom[] {
  const merged = new Map<string, MergedRoom>();
  for (const { url, answer } of answers) {
    const seen = new Set<string>();
    for (const room of answer.rooms) {
      const key = `${room.client} ${room.video}`;
      const before = merged.get(key) ?? { ...room, viewers: 0, serverBytes: 0, peerBytes: 0, edges: [] };
      // An edge counts loaded bytes per media, which may have several rooms there.
      const loaded = seen.has(key) ? { serverBytes: 0, peerBytes: 0 } : room;
      seen.add(key);
      merged.set(key, {
        ...before,
        viewers: before.viewers + room.viewers,
        serverBytes: before.serverBytes + loaded.serverBytes,
        peerBytes: before.peerBytes + loaded.peerBytes,
        edges: addViewers(before.edges, url, room.viewers),
      });
    }
  }
  return [...merged.values()].toSorted((a, b) => b.viewers - a.viewers || (a.video < b.video ? -1 : 1));
}

function addViewers(edges: MergedRoom["edges"], url: string, viewers: number): MergedRoom["edges"] {
  const others = edges.filter((edge) => edge.url !== url);
  const before = edges.find((edge) => edge.url === url)?.viewers ?? 0;
  return [...others, { url, viewers: before + viewers }].toSorted((a, b) => b.viewers - a.viewers);
}
