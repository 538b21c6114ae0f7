import { test } from "vitest";
import { useEncoders } from "../testing/encoded-harness.ts";
import { expectShedPlans } from "../testing/shedding-live.ts";

/** The duration of each encoder's run. */
const RUN_DURATION_SEC = 2;
const encoders = useEncoders();

test("renditions that real encoders leave out are replaced by the next larger one, and return later", async () => {
  await expectShedPlans((plan) => encoders.encode(RUN_DURATION_SEC, plan), RUN_DURATION_SEC);
});
