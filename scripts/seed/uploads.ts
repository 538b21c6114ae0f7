import type { SessionMinuteRow } from "@shoal/contract/player";

const DAY_SEC = 86_400;
/** Viewers on fixed lines send more than mobile ones. */
const GENEROSITY = { fixed: 3, mobile: 1 };

/**
 * Gives the viewers of each swarm what they sent: together as much as they received from one another that day, to the byte.
 * Who received nothing from peers was not among them, and sent nothing.
 */
export function withUploads(rows: readonly SessionMinuteRow[]): SessionMinuteRow[] {
  return [...Map.groupBy(rows, swarmOfDay).values()].flatMap(shareOut);
}

/** Viewers of a site that exchanges with nobody else are a swarm of their own. */
const swarmOfDay = (row: SessionMinuteRow): string =>
  [
    row.client_uuid,
    row.video_uuid,
    row.is_site_closed ? row.site_uuid : "",
    Math.floor(row.minute / DAY_SEC),
  ].join(" ");

function shareOut(rows: readonly SessionMinuteRow[]): SessionMinuteRow[] {
  const received = rows.reduce((sum, row) => sum + row.bytes_peer, 0);
  const wholeWeight = rows.reduce((sum, row) => sum + weightOf(row), 0);
  let [weight, sent] = [0, 0];
  return rows.map((row) => {
    weight += weightOf(row);
    // Of the sums so far: what is rounded off from one comes to the next.
    const until = wholeWeight === 0 ? 0 : Math.round((received * weight) / wholeWeight);
    const bytesUp = until - sent;
    sent = until;
    return { ...row, bytes_up: bytesUp };
  });
}

const weightOf = ({ bytes_peer, network }: SessionMinuteRow): number =>
  bytes_peer * (network === "mobile" ? GENEROSITY.mobile : GENEROSITY.fixed);
