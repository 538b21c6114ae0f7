import { test } from "vitest";
import { useEncoders } from "../testing/encoded-rig.ts";
import { expectShedPlans } from "../testing/shedding-live.ts";

/** The duration of each encoder's run. */
const SECONDS = 2;
const encoders = useEncoders();

test("renditions that encoders of less and less leave out are what the next larger one is, and come back", async () => {
  await expectShedPlans((plan) => encoders.encode(SECONDS, plan), SECONDS);
});
