import { ClickHouseError } from "@clickhouse/client";
import { FREE_TIER_BYTES } from "@shoal/contract";
import { expect, it } from "vitest";
import { findCallingClient, runForClient } from "../../../platform/calling-client.ts";
import { AnalyticsError } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../auth/index.ts";
import { createStorageService } from "./storage.service.ts";

const actor = { clientUuid: "client", user: { free_tier: true } } as Actor;
const JUNE_20 = new Date("2026-06-20T00:00:00Z");
const UNAVAILABLE_ERROR = new AnalyticsError("SELECT 1", undefined, new Error("connection refused"));
const SLOW_ERROR = new AnalyticsError(
  "SELECT 1",
  500,
  new ClickHouseError({ message: "Timeout exceeded", code: "159", type: "TIMEOUT_EXCEEDED" }),
);

function createSetup() {
  const answers: (number | Error)[] = [];
  const askedFor: (string | undefined)[] = [];
  const readDeliveredBytes = async () => {
    askedFor.push(findCallingClient());
    const answer = answers.shift() ?? 0;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const storage = createStorageService({
    db: undefined as unknown as Database,
    figures: { readDeliveredBytes },
    budgets: { isStopped: async () => false },
  });
  const assert = (answer: number | Error, now = JUNE_20) => {
    answers.push(answer);
    return storage.assertMayCreate(actor, now).then(
      () => "allowed",
      (error: { code: string }) => error.code,
    );
  };
  return { assert, askedFor };
}

it("keeps the free tier's limit on known usage when the engine stops answering", async () => {
  const { assert } = createSetup();
  expect(await assert(UNAVAILABLE_ERROR)).toBe("allowed");
  expect(await assert(FREE_TIER_BYTES)).toBe("free_tier_exceeded");
  expect(await assert(UNAVAILABLE_ERROR)).toBe("free_tier_exceeded");
  expect(await assert(UNAVAILABLE_ERROR, new Date("2026-07-01T00:00:00Z"))).toBe("allowed");
});

it("refuses with took_too_long if the query is too expensive for the engine", async () => {
  expect(await createSetup().assert(SLOW_ERROR)).toBe("took_too_long");
});

it("does not queue the query behind the client's own queries", async () => {
  const { assert, askedFor } = createSetup();
  expect(await runForClient("client", () => assert(0))).toBe("allowed");
  expect(askedFor).toEqual([undefined]);
});
