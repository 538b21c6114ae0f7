import { createSocket, type Socket } from "node:dgram";

export interface LossyRelay {
  port: number;
  /** The number of datagrams that the relay has lost. */
  readonly lost: number;
  close(): void;
}

/**
 * Opens a UDP relay that loses datagrams in both directions.
 * @param isLost decides by the number of each datagram, counted from 0.
 */
export async function openLossyRelay(
  targetPort: number,
  isLost: (number: number) => boolean,
): Promise<LossyRelay> {
  const outside = createSocket("udp4");
  /** The sockets towards the server, by the port of the sender. */
  const inside = new Map<number, Socket>();
  let [count, lost] = [0, 0];
  const pass = (send: () => void) => {
    if (isLost(count++)) lost += 1;
    else send();
  };
  function openFor(port: number): Socket {
    const socket = createSocket("udp4");
    socket.on("message", (bytes) => pass(() => outside.send(bytes, port, "127.0.0.1")));
    inside.set(port, socket);
    return socket;
  }
  outside.on("message", (bytes, { port }) => {
    const socket = inside.get(port) ?? openFor(port);
    pass(() => socket.send(bytes, targetPort, "127.0.0.1"));
  });
  await new Promise<void>((ready) => outside.bind(0, "127.0.0.1", ready));
  return {
    port: outside.address().port,
    get lost() {
      return lost;
    },
    close() {
      outside.close();
      for (const socket of inside.values()) socket.close();
    },
  };
}
