import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestS3 } from "@shoal/testkit/test-s3";
import { openMediaStore } from "./open-media-store.ts";
import { describeStoreContract } from "./testing/store-contract.ts";

for (const isIntoBucket of [true, false])
  describeStoreContract(`one that moves ${isIntoBucket ? "into" : "out of"} a bucket`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "shoal-store-"));
    const s3 = await startTestS3();
    const { accessKeyId, secretAccessKey } = s3.credentials;
    const [bucket, disk] = [s3.location, join(folder, "media")];
    const store = await openMediaStore(isIntoBucket ? bucket : disk, {
      from: isIntoBucket ? disk : bucket,
      settings: { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
      cache: { folder: join(folder, "cache"), maxBytes: 10_000_000, hasReads: false },
    });
    return {
      store,
      async close() {
        await s3.close();
        await rm(folder, { recursive: true });
      },
    };
  });
