import type { RoomAddress } from "../../apps/dashboard/src/features/lives/capture/direct/direct.types.ts";
import { RoomPublisher } from "../../apps/dashboard/src/features/lives/capture/direct/room-publisher.ts";
import { filmClock } from "./clock-camera.ts";

const FRAME_SIZE = { width: 640, height: 360 };
/** The bandwidth that the page assumes, like a fast connection to other machines. */
const BUDGET_KBPS = 20_000;

/** The functions that this script makes available in its page. */
export interface FilmingWindow {
  /** Publishes a clock in the room of a live, as the dashboard publishes a camera. */
  film(address: RoomAddress): void;
  /** Returns the number of viewers connected to this page. */
  viewers(): number;
}

let publisher: RoomPublisher | undefined;

function film(address: RoomAddress): void {
  publisher = new RoomPublisher({
    address,
    stream: filmClock(FRAME_SIZE),
    kind: "camera",
    budgetKbps: BUDGET_KBPS,
    getAddress: () => Promise.resolve(address),
    onState: () => undefined,
  });
  publisher.start();
}

Object.assign(window, { film, viewers: () => publisher?.state.viewers ?? 0 } satisfies FilmingWindow);
