import { expect, test } from "vitest";
import { browserZone } from "../../../lib/dates.ts";
import { zoneOf } from "./use-zone.ts";

test("the time zone is the reader's choice, then the client's, then the browser's", () => {
  const chosen = { timeZone: "Asia/Kolkata", isTimeZoneChosen: true };
  const unchosen = { timeZone: "UTC", isTimeZoneChosen: false };
  expect(zoneOf("Europe/Paris", chosen)).toBe("Europe/Paris");
  expect(zoneOf(null, chosen)).toBe("Asia/Kolkata");
  expect(zoneOf(null, { timeZone: "UTC", isTimeZoneChosen: true })).toBe("UTC");
  expect(zoneOf(null, unchosen)).toBe(browserZone());
});
