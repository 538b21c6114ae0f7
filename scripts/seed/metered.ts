import type { SessionMinuteRow } from "@shoal/contract/player";
import type { MeteredHourRow } from "@shoal/contract/stored-data";

/** The edge run that measured all rows. It is always the same, so a second seed replaces the rows. */
const METER_ID = "seed";

/** Returns the rows that an edge would have measured for these session minutes, assuming that all peers' reports agree. */
export function meteredHoursOf(minutes: readonly SessionMinuteRow[], version: number): MeteredHourRow[] {
  const hourOf = ({ minute }: SessionMinuteRow) => minute - (minute % 3_600);
  const groups = Map.groupBy(minutes, (row) => `${row.client_uuid} ${row.video_uuid} ${hourOf(row)}`);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const sum = (counter: "bytes_server" | "bytes_peer") => rows.reduce((all, row) => all + row[counter], 0);
    const peer = sum("bytes_peer");
    return {
      client_uuid: first.client_uuid,
      video_uuid: first.video_uuid,
      hour: hourOf(first),
      meter: METER_ID,
      version,
      bytes_edge: sum("bytes_server"),
      bytes_elsewhere: 0,
      bytes_peer: peer,
      bytes_up: peer,
      bytes_most: 0,
      bytes_unverified: 0,
      address_percent: 0,
    };
  });
}
