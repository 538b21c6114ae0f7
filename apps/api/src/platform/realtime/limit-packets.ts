/** Maximum number of packets per connection and second; a page sends at most 70. */
const PACKETS_PER_SEC = 250;

interface PacketConnection {
  on(event: "packet", listener: (packet: { type: string }) => void): unknown;
  close(): void;
  request: { socket: { destroy(): void } };
}

/** Closes a connection that sends far more than any page does: even reading its packets takes time from other callers. */
export function limitPackets(connection: PacketConnection, perSec = PACKETS_PER_SEC): void {
  let sinceMs = Date.now();
  let count = 0;
  connection.on("packet", ({ type }) => {
    if (type !== "message") return;
    const nowMs = Date.now();
    if (nowMs - sinceMs >= 1_000) {
      sinceMs = nowMs;
      count = 0;
    }
    count += 1;
    if (count <= perSec) return;
    connection.close();
    connection.request.socket.destroy();
  });
}
