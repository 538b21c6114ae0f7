import type { AccessSimulationView } from "@shoal/contract";
import type { PlaceOrigins } from "@shoal/places";

export function presentOrigins({ country, asn, vpn }: PlaceOrigins): AccessSimulationView["origins"] {
  return {
    country: { isOperators: country.isOperators, at: country.builtAt.toISOString() },
    asn: { isOperators: asn.isOperators, at: asn.builtAt.toISOString() },
    vpn: vpn && { isOperators: true, at: vpn.changedAt.toISOString() },
  };
}
