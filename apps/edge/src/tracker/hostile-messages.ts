import { PROTOCOL_VERSION } from "@shoal/p2p/protocol";
import * as fc from "@shoal/testkit/property";

/** Values for the messages of hostile clients that tests generate. */
export interface HostileValues {
  tickets: readonly string[];
  /** The ids of members in this room and in other rooms. */
  peerIds: readonly string[];
}

const anySegment = fc.oneof(
  fc.tuple(fc.nat(3), fc.nat(5_000)).map(([track, number]) => `u/1/v${track}/${number}`),
  fc.string(),
);
const anySha256 = fc.oneof(fc.constantFrom("0".repeat(64), "f".repeat(64)), fc.string());
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.constant("v=0\r\n".repeat(300)));
const anySignal = fc.oneof(
  fc.record({ kind: fc.constantFrom("offer", "answer"), sdp: anyText }),
  fc.record({
    kind: fc.constant("candidate"),
    candidate: anyText,
    sdpMid: fc.oneof(fc.constant(null), fc.string()),
    sdpMLineIndex: fc.oneof(fc.constant(null), fc.integer(), fc.double()),
  }),
);

/** Generates every request of the protocol, with mostly meaningful fields. */
function anyRequest({ tickets, peerIds }: HostileValues): fc.Arbitrary<object> {
  const ticket = fc.oneof(fc.constantFrom(...tickets), fc.string());
  const peer = fc.oneof(fc.constantFrom(...peerIds), fc.string());
  return fc.oneof(
    fc.record({ type: fc.constant("join"), version: fc.constantFrom(PROTOCOL_VERSION, 0, -1, "2"), ticket }),
    fc.record({ type: fc.constant("renew"), ticket }),
    fc.record({ type: fc.constant("signal"), to: peer, signal: anySignal }),
    fc.record({ type: fc.constant("part"), peer }),
    fc.record({ type: fc.constant("seen"), segment: anySegment, sha256: anySha256 }),
    fc.record({ type: fc.constant("hash"), segment: anySegment }),
    fc.record({ type: fc.constantFrom("more", "ping") }),
  );
}

/** Generates any message that a client could send: a request, a corrupted one, or arbitrary data. */
export function anyMessage(words: HostileValues): fc.Arbitrary<string | Buffer> {
  const request = anyRequest(words).map((it) => JSON.stringify(it));
  const tampered = fc
    .tuple(request, fc.nat(), fc.string({ maxLength: 3 }), fc.nat(3))
    .map(([it, at, by, length]) => it.slice(0, at % it.length) + by + it.slice((at % it.length) + length));
  const nested = fc.nat(8_000).map((depth) => "[".repeat(depth) + "]".repeat(depth));
  const huge = fc.nat(40_000).map((length) => `{"type":"ping","x":"${"x".repeat(length)}"}`);
  return fc.oneof(
    { weight: 12, arbitrary: request },
    { weight: 4, arbitrary: tampered },
    { weight: 2, arbitrary: fc.json() },
    { weight: 2, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.oneof(nested, huge) },
  );
}
