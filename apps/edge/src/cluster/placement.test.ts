import { expect, it } from "vitest";
import { Placement } from "./placement.ts";

const EDGE_LIST = [
  ...["https://a.example", "https://b.example", "https://c.example"].map((url) => ({ region: "eu", url })),
  { region: "us", url: "https://d.example" },
];
const SWARM_NAMES = Array.from({ length: 300 }, (_, number) => `client/${number}/1`);
const SESSION_IDS = Array.from({ length: 400 }, (_, number) => `session ${number}`);

/**
 * Creates the placement of an edge.
 * @param away the edges that do not respond.
 * @param counts viewers by edge and swarm.
 */
function placementOn(own: string, { away = [] as string[], counts = {} as Record<string, number> } = {}) {
  const known = { isAway: (url: string) => away.includes(url), countAt: (url: string) => counts[url] ?? 0 };
  return new Placement({ own, edges: EDGE_LIST, known });
}
const trackersOf = (placement: Placement, swarm: string) =>
  SESSION_IDS.map((session) => placement.trackerFor(swarm, session));

it("an edge without others in its installation or region is the tracker itself", () => {
  const known = { isAway: () => false, countAt: () => 90_000 };
  const alone = new Placement({ own: "https://x.example", edges: [], known });
  expect(alone.trackerFor("swarm", "session")).toBe("https://x.example");
  expect(placementOn("https://d.example").trackerFor("swarm", "session")).toBe("https://d.example");
});

it("a small room has one tracker on which all edges of the region agree, and rooms are spread evenly", () => {
  const [a, b] = [placementOn("https://a.example"), placementOn("https://b.example")];
  const counts = new Map<string, number>();
  for (const swarm of SWARM_NAMES) {
    const tracker = a.trackerFor(swarm, "one");
    expect([a.trackerFor(swarm, "two"), b.trackerFor(swarm, "one")]).toEqual([tracker, tracker]);
    counts.set(tracker, (counts.get(tracker) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual(EDGE_LIST.slice(0, 3).map(({ url }) => url));
  for (const count of counts.values()) expect(count).toBeGreaterThan(SWARM_NAMES.length / 5);
});

it("only the rooms of an edge that is away move", () => {
  const [all, without] = [
    placementOn("https://a.example"),
    placementOn("https://a.example", { away: ["https://c.example"] }),
  ];
  for (const swarm of SWARM_NAMES) {
    const before = all.trackerFor(swarm, "s");
    const after = without.trackerFor(swarm, "s");
    if (before === "https://c.example") expect(after).not.toBe(before);
    else expect(after).toBe(before);
  }
});

it("a room with more than 2,000 viewers uses more edges of the region, and each viewer has one of them", () => {
  const placed = (viewers: number) => {
    const nearest = placementOn("https://a.example").trackerFor("swarm", "s");
    return trackersOf(placementOn("https://a.example", { counts: { [nearest]: viewers } }), "swarm");
  };
  const [first, ...others] = new Set(placed(1_999));
  expect(others).toEqual([]);
  const two = placed(2_000);
  expect(new Set(two).size).toBe(2);
  expect(new Set(placed(4_000)).size).toBe(3);
  expect(new Set(placed(40_000))).toEqual(new Set(EDGE_LIST.slice(0, 3).map(({ url }) => url)));
  // When the second edge joins, only about half of the viewers move.
  const moved = two.filter((url) => url !== first);
  expect(moved.length).toBeGreaterThan(SESSION_IDS.length / 3);
  expect(moved.length).toBeLessThan((SESSION_IDS.length * 2) / 3);
});

it("a second tracker is kept until the room has become clearly smaller", () => {
  const first = placementOn("https://a.example").trackerFor("swarm", "s");
  const [second = ""] = new Set(
    trackersOf(placementOn("https://a.example", { counts: { [first]: 2_000 } }), "swarm").filter(
      (url) => url !== first,
    ),
  );
  const shared = (one: number, two: number) =>
    new Set(
      trackersOf(placementOn("https://a.example", { counts: { [first]: one, [second]: two } }), "swarm"),
    );
  expect(shared(900, 900)).toEqual(new Set([first, second]));
  expect(shared(700, 700)).toEqual(new Set([first]));
});

it("all edges agree on a room's edge, and the loss of an edge moves only its own rooms", () => {
  const [eu, us] = [placementOn("https://a.example"), placementOn("https://d.example")];
  const without = placementOn("https://a.example", { away: ["https://c.example"] });
  const rooms = SWARM_NAMES.map((uuid) => eu.roomFor(uuid));
  expect(SWARM_NAMES.map((uuid) => us.roomFor(uuid))).toEqual(rooms);
  expect([...new Set(rooms)].toSorted()).toEqual(EDGE_LIST.map(({ url }) => url));
  for (const [at, uuid] of SWARM_NAMES.entries()) {
    if (rooms[at] === "https://c.example") expect(without.roomFor(uuid)).not.toBe(rooms[at]);
    else expect(without.roomFor(uuid)).toBe(rooms[at]);
  }
  const known = { isAway: () => false, countAt: () => 0 };
  expect(new Placement({ own: "https://x.example", edges: [], known }).roomFor("room")).toBe(
    "https://x.example",
  );
});
