import { EDGE_REPORT_SEC } from "@shoal/contract";
import { LRUCache } from "lru-cache";

/** The length of a period. Two periods are remembered, so a report covers between one and two. */
const PERIOD_MS = (EDGE_REPORT_SEC * 1_000) / 2;
const MAX_MEDIA = 20_000;

interface Bytes {
  serverBytes: number;
  peerBytes: number;
}

/** A hosted video by its uuid, or media on another CDN by the name used on their page. */
interface Medium {
  client: string;
  video: string;
}

interface Account {
  period: number;
  now: Bytes;
  before: Bytes;
}

const nothing = (): Bytes => ({ serverBytes: 0, peerBytes: 0 });
const keyOf = ({ client, video }: Medium) => `${client} ${video}`;

/** Counts the bytes that players reported recently, by what they play. */
export class RecentBytes {
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_MEDIA });
  readonly #nowMs: () => number;
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  record(medium: Medium, { serverBytes, peerBytes }: Bytes): void {
    const account = this.#current(keyOf(medium)) ?? {
      period: this.#period(),
      now: nothing(),
      before: nothing(),
    };
    account.now.serverBytes += serverBytes;
    account.now.peerBytes += peerBytes;
    this.#accounts.set(keyOf(medium), account);
  }

  of(medium: Medium): Bytes {
    const account = this.#current(keyOf(medium));
    if (!account) return nothing();
    const { now, before } = account;
    return {
      serverBytes: now.serverBytes + before.serverBytes,
      peerBytes: now.peerBytes + before.peerBytes,
    };
  }

  #period(): number {
    return Math.floor(this.#nowMs() / PERIOD_MS);
  }

  #current(key: string): Account | undefined {
    const account = this.#accounts.get(key);
    const passed = account ? this.#period() - account.period : 0;
    if (!account || passed === 0) return account;
    account.before = passed === 1 ? account.now : nothing();
    account.now = nothing();
    account.period += passed;
    return account;
  }
}
