import { expect, test } from "vitest";
import { parseState } from "./sample-state.ts";

const createMessage = (sample: unknown) => ({ shoal: 1, event: "sample", sample });

test.each([
  [createMessage({ isMissing: true }), { isMissing: true }],
  [createMessage({ bytesServer: 10, bytesPeer: 4, peers: 2 }), { bytesServer: 10, bytesPeer: 4, peers: 2 }],
  [
    createMessage({ bytesServer: 10, bytesPeer: 0, peers: 0, fault: "site_denied" }),
    { bytesServer: 10, bytesPeer: 0, peers: 0, fault: "site_denied" },
  ],
  [
    createMessage({ bytesServer: 1, bytesPeer: 0, peers: 0, fault: "a later one" }),
    { bytesServer: 1, bytesPeer: 0, peers: 0 },
  ],
  [createMessage({ bytesServer: "10" }), undefined],
  [createMessage(undefined), undefined],
  [{ shoal: 1, event: "play", sample: { isMissing: true } }, undefined],
  [null, undefined],
  ["text", undefined],
])("the message %o is read as %o", (data, state) => {
  expect(parseState(data)).toEqual(state);
});
