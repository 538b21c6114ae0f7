import { expect, it } from "vitest";
import { WaitingRoom } from "./waiting-room.ts";

const networkOf = (address: string) => address.split(":")[0] ?? "";

function openRoom(most: number) {
  const crowdedOut: string[] = [];
  const room = new WaitingRoom({ mostPerNetwork: 2, most, networkOf });
  return { crowdedOut, enter: (address: string) => room.enter(address, () => crowdedOut.push(address)) };
}

it("counts a network's addresses together", () => {
  const { enter, crowdedOut } = openRoom(10);
  const leave = enter("a:1");
  expect(enter("a:2")).toBeDefined();
  expect(enter("a:3")).toBeUndefined();
  expect(enter("b:1")).toBeDefined();
  leave?.();
  leave?.();
  expect(enter("a:4")).toBeDefined();
  expect(enter("a:5")).toBeUndefined();
  expect(crowdedOut).toEqual([]);
});

it("a newcomer to a full room replaces the oldest guest of the network with the most", () => {
  const { enter, crowdedOut } = openRoom(3);
  for (const address of ["a:1", "b:1", "b:2"]) enter(address);
  expect(enter("c:1")).toBeDefined();
  expect(crowdedOut).toEqual(["b:1"]);
  expect(enter("d:1")).toBeDefined();
  expect(crowdedOut).toEqual(["b:1", "a:1"]);
});
