import type { Socket } from "node:net";
import { readProxyHeader } from "./proxy-header.ts";

export interface CallerAddressesOptions {
  /** Returns whether connections from this address begin with the PROXY protocol. Otherwise, the address is that of the caller. */
  isProxy: (address: string) => boolean;
  /** How long a proxy may take to send its header, in ms. */
  headerMs: number;
  onFault?: ((fault: { address: string; detail: string }) => void) | undefined;
}

/**
 * Determines the address of each caller, also behind proxies that forward TCP or TLS. Without this address, all callers of a proxy
 * would share the limit of one network.
 */
export class CallerAddresses {
  readonly #options: CallerAddressesOptions;
  /** Connections whose header has not arrived. */
  readonly #pending = new Set<Socket>();

  constructor(options: CallerAddressesOptions) {
    this.#options = options;
  }

  /**
   * Finds a caller's address.
   * @param accept called immediately for direct connections. Behind a proxy, it is called with a paused socket.
   */
  find(socket: Socket, accept: (address: string) => void): void {
    const own = socket.remoteAddress ?? "";
    if (!this.#options.isProxy(own)) {
      accept(own);
      return;
    }
    let received = Buffer.alloc(0);
    const refuse = (detail: string) => {
      this.#options.onFault?.({ address: own, detail });
      socket.destroy();
    };
    const timer = setTimeout(() => refuse("No PROXY header has arrived"), this.#options.headerMs);
    const stop = () => {
      clearTimeout(timer);
      this.#pending.delete(socket);
      socket.off("data", onData).off("close", stop);
    };
    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const header = readProxyHeader(received);
      if (header.kind === "incomplete") return;
      stop();
      if (header.kind === "invalid") {
        refuse("The connection does not begin with a PROXY header");
        return;
      }
      socket.pause();
      const rest = received.subarray(header.sizeBytes);
      if (rest.length > 0) socket.unshift(rest);
      accept(header.address ?? own);
    };
    this.#pending.add(socket);
    socket
      .on("data", onData)
      .on("close", stop)
      .on("error", () => undefined);
  }

  close(): void {
    for (const socket of this.#pending) socket.destroy();
  }
}
