import type { TestS3 } from "@shoal/testkit/test-s3";
import { startTestPlatform, type TestPlatform } from "./platform.ts";

/**
 * Starts a platform whose media are in an S3 store.
 * @param s3 `location` may lead through a proxy.
 */
export async function startPlatformOnS3(
  installation: Parameters<typeof startTestPlatform>[0],
  { location, credentials }: Pick<TestS3, "location" | "credentials">,
): Promise<TestPlatform> {
  const settings = {
    MEDIA_STORE: location,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  // The platform's processes inherit the environment.
  Object.assign(process.env, settings);
  try {
    return await startTestPlatform(installation);
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
}
