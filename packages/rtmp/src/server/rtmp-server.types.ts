import type { SecureContextOptions } from "node:tls";
import type { MediaMessage } from "../media/media-message.ts";
import type { EndReason } from "./end-reason.ts";
import type { Publishers } from "./publishers.ts";

/** A connection that wants to publish. */
export interface PublishRequest {
  /** The path before the key, for example `live` in `rtmp://host/live/key`. */
  app: string;
  /** The stream key, which must never be logged. */
  key: string;
  /** The publisher's IP address. */
  address: string;
}

/** The destination of a publisher's media. */
export interface MediaSink {
  /** Receives a message. The publisher is not read further until the promise resolves. A rejection disconnects the publisher. */
  write(message: MediaMessage): Promise<void> | void;
  /** Called once, after all other calls. */
  end(reason: EndReason): void;
}

export type Admission =
  | {
      isAdmitted: true;
      /** The id of the key's live. A second publisher with the same id replaces the first. */
      id: string;
      /** Called once the previous publisher's sink has ended. */
      open(): MediaSink;
    }
  /** The reason for the rejection: a sentence for the encoder's log. */
  | { isAdmitted: false; reason: string };

/** The limits of one connection. Times in ms. */
export interface RtmpLimits {
  /** Maximum time from the connection until publishing. */
  setupMs: number;
  /** Maximum time without audio and video. */
  idleMs: number;
  /**
   * Maximum number of publishers. Half as many more connections may wait; the oldest one makes room for the next.
   */
  connections: number;
  /** The maximum number of waiting connections from one network. */
  waitingPerAddress: number;
}

export interface RtmpServerOptions {
  host: string;
  /** The port, or 0 for any free port. */
  port: number;
  /** The certificate for RTMPS. With it, the server accepts no RTMP. */
  tls?: SecureContextOptions;
  limits?: Partial<RtmpLimits>;
  /** Returns the network under which an address is counted; the address itself by default. */
  networkOf?(address: string): string;
  /** Whether connections from this address come through a proxy and begin with the PROXY protocol. By default, no address does. */
  isProxy?(address: string): boolean;
  /** The current publishers, which several servers may share. A new publisher replaces the current one with the same key. */
  publishers?: Publishers;
  /** Called before any media is accepted. A rejection or a failure closes the publisher's connection. */
  admit(request: PublishRequest, signal: AbortSignal): Promise<Admission>;
  /** Called with the error of a failed connection, for the log. */
  onFault?(fault: { address: string; reason: EndReason; detail: string }): void;
}

export interface RtmpServer {
  readonly port: number;
  /** The number of open connections. */
  readonly connections: number;
  /** Ends the publisher of an id, because its key has changed or the live has ended. */
  end(id: string): void;
  /**
   * Replaces the certificate for new connections; existing ones continue.
   * @throws Error if it does not match its key, in which case the previous one stays in use, or if the server has no TLS.
   */
  renewTls(tls: SecureContextOptions): void;
  /** Ends all publishers and stops listening. */
  close(): Promise<void>;
}
