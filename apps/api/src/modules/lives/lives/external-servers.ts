import type { ExternalStreams, FieldError } from "@shoal/contract";
import { readRtmpAddress } from "@shoal/rtmp";
import { type FetchPolicy, findUrlFault } from "@shoal/safe-fetch";

/**
 * What the schema cannot tell of servers that a live is sent on to: names are asked for when they are connected to.
 * @param path of the list in the body.
 */
export function findServerFaults(
  { other }: ExternalStreams,
  policy: FetchPolicy,
  path: string[] = [],
): FieldError[] {
  return other.flatMap(({ url }, place) => {
    const reason = url === "" ? undefined : findServerReason(url, policy);
    return reason === undefined ? [] : [{ path: [...path, "other", place, "url"].join("."), reason }];
  });
}

function findServerReason(url: string, policy: FetchPolicy): string | undefined {
  const address = readRtmpAddress(url);
  if (!address) return "is not the address of a server";
  const { host, port } = address;
  // The policy asks for host and port alone: any scheme that it knows will do.
  const fault = findUrlFault(new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`), policy);
  if (fault === "forbidden_port") return "uses a port that is not allowed here";
  return fault && "points to an address that is not allowed";
}
