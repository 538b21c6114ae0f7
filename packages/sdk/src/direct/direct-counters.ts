import type { BeaconMinute } from "@shoal/contract/player";
import { rememberLatest } from "@shoal/p2p";
import { type Counter, MAX_BATCH_MINUTES, MINUTE_MS, MinuteCounters } from "../metrics/minute-counters.ts";
import type { DirectSource } from "./direct-source.ts";

type DirectMinute = Required<Pick<BeaconMinute, "secDirect" | "bytesDirect">>;

/** Counters that also count the peer data of no-delay streams separately. */
export class DirectCounters extends MinuteCounters {
  readonly #direct: DirectSource;
  readonly #minutes = new Map<number, DirectMinute>();
  #bytes = 0;

  constructor(direct: DirectSource) {
    super();
    this.#direct = direct;
  }

  override add(counter: Counter, amount: number, nowMs = Date.now()): void {
    super.add(counter, amount, nowMs);
    if (!(amount > 0)) return;
    if (counter === "secPeer" && this.#direct.rendition()) this.#minuteOf(nowMs).secDirect += amount;
    if (counter === "bytesPeer") this.#addBytes(nowMs);
  }

  override collect(): ReturnType<MinuteCounters["collect"]> {
    const { minutes, markSent } = super.collect();
    return { minutes: minutes.map((each) => ({ ...each, ...this.#minutes.get(each.minute) })), markSent };
  }

  #addBytes(nowMs: number): void {
    const bytes = this.#direct.bytes();
    this.#minuteOf(nowMs).bytesDirect += bytes - this.#bytes;
    this.#bytes = bytes;
  }

  #minuteOf(nowMs: number): DirectMinute {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const known = this.#minutes.get(minute);
    if (known) return known;
    const begun = { secDirect: 0, bytesDirect: 0 };
    rememberLatest(this.#minutes, minute, begun, MAX_BATCH_MINUTES);
    return begun;
  }
}
