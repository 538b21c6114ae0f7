/** Types for the part of @tgwf/co2 in use; the package ships none. */
declare module "@tgwf/co2" {
  /** Mean grid intensity in g CO₂e per kWh, by ISO 3166 alpha-3 code and `WORLD`. */
  export const averageIntensity: { type: "average"; data: Record<string, number> };
}
