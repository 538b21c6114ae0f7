/** The sample code for signing tokens in Node, as in docs/streaming-tokens.md; a test runs it. */
export const STREAMING_TOKEN_SAMPLE = `import { createPrivateKey, sign } from "node:crypto";

const key = createPrivateKey(process.env.STREAMING_KEY);
const pack = (part) => Buffer.from(JSON.stringify(part)).toString("base64url");
export function tokenFor(video, minutes = 240) {
  const claims = { video, exp: Math.floor(Date.now() / 1000) + minutes * 60 };
  const signed = \`\${pack({ alg: "ES256", kid: process.env.STREAMING_KEY_ID })}.\${pack(claims)}\`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return \`\${signed}.\${signature.toString("base64url")}\`;
}
`;

/** Returns the sample code with the id of a key. */
export const fillTokenSample = (keyUuid: string): string =>
  STREAMING_TOKEN_SAMPLE.replace("process.env.STREAMING_KEY_ID", JSON.stringify(keyUuid));
