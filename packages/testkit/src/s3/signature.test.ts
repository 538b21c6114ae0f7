import { expect, it } from "vitest";
import { findSignatureFault } from "./signature.ts";

/** The first example of AWS's page "Signature Calculations for the Authorization Header". */
const EXAMPLE_KEY = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const SIGNED_REQUEST = {
  method: "GET",
  url: "/test.txt",
  headers: {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "x-amz-date": "20130524T000000Z",
    authorization:
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
};

/** The time at which this example was signed. */
const EXAMPLE_TIME = { ...EXAMPLE_KEY, nowMs: Date.parse("2013-05-24T00:10:00Z") };

it("only the signature from AWS's example is accepted", () => {
  expect(findSignatureFault(SIGNED_REQUEST, Buffer.alloc(0), EXAMPLE_TIME)).toBeUndefined();
  expect(findSignatureFault({ ...SIGNED_REQUEST, url: "/other.txt" }, Buffer.alloc(0), EXAMPLE_TIME)).toBe(
    "SignatureDoesNotMatch",
  );
  expect(findSignatureFault(SIGNED_REQUEST, Buffer.from("x"), EXAMPLE_TIME)).toBe(
    "XAmzContentSHA256Mismatch",
  );
  expect(findSignatureFault(SIGNED_REQUEST, Buffer.alloc(0), EXAMPLE_KEY)).toBe("RequestTimeTooSkewed");
  expect(findSignatureFault(SIGNED_REQUEST, Buffer.alloc(0))).toBe("InvalidAccessKeyId");
});

it("AWS's example of a presigned address is accepted until it expires", () => {
  const query =
    "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
  const asked = (path: string) => ({
    method: "GET",
    url: `${path}?${query}`,
    headers: { host: "examplebucket.s3.amazonaws.com" },
  });
  const nowMs = Date.parse("2013-05-24T23:59:59Z");
  const fault = (path: string, own: { nowMs?: number; region?: string } = {}) =>
    findSignatureFault(asked(path), Buffer.alloc(0), { ...EXAMPLE_KEY, nowMs, ...own });
  expect(fault("/test.txt")).toBeUndefined();
  expect(fault("/other.txt")).toBe("SignatureDoesNotMatch");
  expect(fault("/test.txt", { nowMs: nowMs + 2_000 })).toBe("AccessDenied");
  expect(fault("/test.txt", { region: "eu-west-3" })).toBe("AuthorizationQueryParametersError");
});
