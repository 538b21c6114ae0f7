import { expect, test } from "vitest";
import { asFetchError } from "./fetch-error.ts";

const errorWithCode = (code: string) => Object.assign(new Error(`connect ${code} 192.0.2.1:443`), { code });

test.each([
  ["ENOTFOUND", "unresolved", "The host name hooks.example does not exist"],
  ["ECONNREFUSED", "unreachable", "hooks.example refuses connections"],
  ["EHOSTUNREACH", "unreachable", "Cannot reach hooks.example"],
  ["ETIMEDOUT", "timeout", "No answer in time from hooks.example"],
  ["ECONNRESET", "broken", "Lost the connection to hooks.example"],
  ["CERT_HAS_EXPIRED", "tls", "The certificate of hooks.example has expired"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", "The certificate of hooks.example is for another name"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls", "The certificate of hooks.example is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls", "The certificate of hooks.example is not trusted"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", "No secure connection to hooks.example"],
])("%s is described in words, without its code", (code, reason, message) => {
  expect(asFetchError(errorWithCode(code), "hooks.example")).toMatchObject({ reason, message });
});
