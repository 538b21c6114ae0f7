import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestS3 } from "@shoal/testkit/test-s3";
import { describeStoreContract } from "../testing/store-contract.ts";
import { parseS3Location } from "./s3-location.ts";
import { S3Store } from "./s3-store.ts";

const STORE_KINDS = [
  { kind: "a bucket", hasConditions: true, hasReads: false },
  { kind: "a bucket without conditional writes, read through a cache", hasConditions: false, hasReads: true },
];
for (const { kind, hasConditions, hasReads } of STORE_KINDS)
  describeStoreContract(kind, async () => {
    const folder = await mkdtemp(join(tmpdir(), "shoal-store-"));
    const s3 = await startTestS3();
    s3.hasConditions = hasConditions;
    const store = await S3Store.open(parseS3Location(s3.location), {
      credentials: s3.credentials,
      cache: { folder: join(folder, "cache"), maxBytes: 10_000_000, hasReads },
    });
    return {
      store,
      async close() {
        store.close();
        await s3.close();
        await rm(folder, { recursive: true });
      },
    };
  });
