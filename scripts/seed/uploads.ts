import type { SessionMinuteRow } from "@shoal/contract/player";

const DAY_SEC = 86_400;
/** The weights of viewers' uploads. Viewers on fixed lines send more than viewers on mobile networks. */
const UPLOAD_WEIGHTS = { fixed: 3, mobile: 1 };

/**
 * Assigns uploads to the viewers of each swarm. The total is exactly the bytes that they received from one another that day.
 * Viewers who received nothing from peers were not in the swarm and sent nothing.
 */
export function withUploads(rows: readonly SessionMinuteRow[]): SessionMinuteRow[] {
  return [...Map.groupBy(rows, swarmOfDay).values()].flatMap(distributeUploads);
}

/** Returns the key of a row's swarm and day. If the viewers of a site exchange only with each other, they are a separate swarm. */
const swarmOfDay = (row: SessionMinuteRow): string =>
  [
    row.client_uuid,
    row.video_uuid,
    row.is_site_closed ? row.site_uuid : "",
    Math.floor(row.minute / DAY_SEC),
  ].join(" ");

function distributeUploads(rows: readonly SessionMinuteRow[]): SessionMinuteRow[] {
  const received = rows.reduce((sum, row) => sum + row.bytes_peer, 0);
  const wholeWeight = rows.reduce((sum, row) => sum + weightOf(row), 0);
  let [weight, sent] = [0, 0];
  return rows.map((row) => {
    weight += weightOf(row);
    // The bytes are computed from running totals, so rounding errors are carried over.
    const until = wholeWeight === 0 ? 0 : Math.round((received * weight) / wholeWeight);
    const bytesUp = until - sent;
    sent = until;
    return { ...row, bytes_up: bytesUp };
  });
}

const weightOf = ({ bytes_peer, network }: SessionMinuteRow): number =>
  bytes_peer * (network === "mobile" ? UPLOAD_WEIGHTS.mobile : UPLOAD_WEIGHTS.fixed);
