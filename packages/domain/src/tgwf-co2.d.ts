/** The part of @tgwf/co2 that is used here; the package ships no types. */
declare module "@tgwf/co2" {
  /** Mean grid intensity in g CO₂e a kWh, by ISO 3166 alpha-3 code and `WORLD`. */
  export const averageIntensity: { type: "average"; data: Record<string, number> };
}
