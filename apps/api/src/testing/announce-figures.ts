import { INTERNAL_SECRET_HEADER, internalRoutes } from "@shoal/contract/edge";
import type { TestApi } from "../test-api.ts";

/** Announces figures that a test has written to ClickHouse, as an edge does. */
export async function announceFigures({
  internalUrl,
  env,
}: Pick<TestApi, "internalUrl" | "env">): Promise<void> {
  const { method, path } = internalRoutes.announceFigures;
  const headers = { [INTERNAL_SECRET_HEADER]: env.INTERNAL_SECRET ?? "" };
  const { status } = await fetch(internalUrl + path, { method, headers });
  if (status !== 204) throw new Error(`The api answered ${status}`);
}
