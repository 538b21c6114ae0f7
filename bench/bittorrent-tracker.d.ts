declare module "bittorrent-tracker/server" {
  import type { EventEmitter } from "node:events";
  import type { Server as HttpServer } from "node:http";

  /** The part of the server that the bench uses; the package has no types. */
  class Server extends EventEmitter {
    constructor(options: { udp: boolean; http: boolean; ws: boolean; stats: boolean });
    readonly http: HttpServer;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
  }

  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export { Server as default };
}
