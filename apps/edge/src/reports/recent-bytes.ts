import { EDGE_REPORT_PERIOD_SEC } from "@shoal/contract";
import { LRUCache } from "lru-cache";

/** The length of a period, in ms. Two periods are remembered, so a report covers between one and two. */
const PERIOD_MS = (EDGE_REPORT_PERIOD_SEC * 1_000) / 2;
const MAX_MEDIA = 20_000;

interface ByteCounts {
  serverBytes: number;
  peerBytes: number;
}

/** A hosted video by its uuid, or media on another CDN by the name used on their page. */
interface ReportedMedium {
  client: string;
  video: string;
}

interface PeriodCounts {
  period: number;
  now: ByteCounts;
  before: ByteCounts;
}

const createZeroCounts = (): ByteCounts => ({ serverBytes: 0, peerBytes: 0 });
const mediumKeyOf = ({ client, video }: ReportedMedium) => `${client} ${video}`;

/** Counts the bytes that players reported recently, by the video they play. */
export class RecentBytes {
  readonly #accounts = new LRUCache<string, PeriodCounts>({ max: MAX_MEDIA });
  readonly #nowMs: () => number;
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  record(medium: ReportedMedium, { serverBytes, peerBytes }: ByteCounts): void {
    const account = this.#current(mediumKeyOf(medium)) ?? {
      period: this.#period(),
      now: createZeroCounts(),
      before: createZeroCounts(),
    };
    account.now.serverBytes += serverBytes;
    account.now.peerBytes += peerBytes;
    this.#accounts.set(mediumKeyOf(medium), account);
  }

  of(medium: ReportedMedium): ByteCounts {
    const account = this.#current(mediumKeyOf(medium));
    if (!account) return createZeroCounts();
    const { now, before } = account;
    return {
      serverBytes: now.serverBytes + before.serverBytes,
      peerBytes: now.peerBytes + before.peerBytes,
    };
  }

  #period(): number {
    return Math.floor(this.#nowMs() / PERIOD_MS);
  }

  #current(key: string): PeriodCounts | undefined {
    const account = this.#accounts.get(key);
    const passed = account ? this.#period() - account.period : 0;
    if (!account || passed === 0) return account;
    account.before = passed === 1 ? account.now : createZeroCounts();
    account.now = createZeroCounts();
    account.period += passed;
    return account;
  }
}
