import type { RelayFault } from "@shoal/contract";
import type { RelayTarget } from "@shoal/contract/ingest";
import { type Publication, type PublicationEnd, publishRtmp, readRtmpAddress } from "@shoal/rtmp";
import { FetchError, type FetchFailure, type FetchPolicy, openSocket } from "@shoal/safe-fetch";

/** A connection that publishes a live to a target. */
export interface TargetConnection extends Pick<Publication, "send" | "close" | "sentBytes"> {
  /** Resolves when the publication ends, with the reason; undefined if the ingest ended it. Never rejects. */
  readonly ended: Promise<RelayFault | undefined>;
}

/**
 * Starts publishing to a target.
 * @param onStart called once the target accepts media.
 */
export type ConnectTarget = (target: RelayTarget, onStart: () => void) => TargetConnection;

const FAULTS_BY_FAILURE: Partial<Record<FetchFailure, RelayFault>> = {
  bad_url: "not_allowed",
  forbidden_port: "not_allowed",
  forbidden_address: "not_allowed",
  unresolved: "unresolved",
  tls: "not_secure",
};

/** Creates a function that publishes only to allowed targets. It connects to exactly the IP address that was checked. */
export const createTargetConnector =
  (policy: FetchPolicy): ConnectTarget =>
  ({ url, key }, onStart) => {
    const address = readRtmpAddress(url);
    if (!address)
      return { sentBytes: 0, send() {}, close() {}, ended: Promise.resolve("not_allowed" as const) };
    const publication = publishRtmp({
      address,
      key,
      onStart,
      connect: (signal) => openSocket({ ...address, policy, signal }),
    });
    return {
      get sentBytes() {
        return publication.sentBytes;
      },
      send: (message) => publication.send(message),
      close: () => publication.close(),
      ended: publication.ended.then(faultOf),
    };
  };

function faultOf({ reason, error }: PublicationEnd): RelayFault | undefined {
  switch (reason) {
    case "closed":
      return undefined;
    case "refused":
    case "disconnected":
    case "too_slow":
      return reason;
    case "not_connected":
      return (error instanceof FetchError && FAULTS_BY_FAILURE[error.reason]) || "unreachable";
    default:
      // All other failures mean that the server does not speak RTMP or does not respond.
      return "unreachable";
  }
}
