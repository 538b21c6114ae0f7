import type { TestS3 } from "@shoal/testkit/test-s3";
import { startTestPlatform, type TestPlatform } from "./platform.ts";

type S3Bucket = Pick<TestS3, "location" | "credentials">;

/** Returns the settings of a process whose media are in an S3 store. */
export const settingsOfS3 = ({ location, credentials }: S3Bucket) => ({
  MEDIA_STORE: location,
  S3_ACCESS_KEY_ID: credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

/**
 * Starts a platform whose media are in an S3 store.
 * @param bucket the bucket, whose `location` may be a proxy's address.
 * @param more other settings of its processes.
 */
export async function startPlatformOnS3(
  installation: Parameters<typeof startTestPlatform>[0],
  bucket: S3Bucket,
  more: Record<string, string> = {},
): Promise<TestPlatform> {
  const settings = { ...settingsOfS3(bucket), ...more };
  // The platform's processes inherit these environment variables.
  Object.assign(process.env, settings);
  try {
    return await startTestPlatform(installation);
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
}
