import { REBUFFERING_ORANGE_FROM, REBUFFERING_RED_FROM } from "@shoal/contract";

/** Returns the colour for a rebuffering figure in stall seconds per hour viewed; black for an error or a missing value (§4). */
export function rebufferingColour(
  rebuff: number | null,
  hasError: boolean,
): "green" | "orange" | "red" | "black" {
  if (hasError || rebuff === null) return "black";
  if (rebuff < REBUFFERING_ORANGE_FROM) return "green";
  return rebuff < REBUFFERING_RED_FROM ? "orange" : "red";
}
