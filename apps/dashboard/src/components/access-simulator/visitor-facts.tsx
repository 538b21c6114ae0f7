import { Anchor, Box, Stack, Text } from "@mantine/core";
import type { AccessSimulationView } from "@shoal/contract";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { formatLongDate } from "../../lib/dates.ts";
import { countryName } from "../../lib/display-names.ts";

interface VisitorFactsProps {
  view: AccessSimulationView;
}

/** Shows the facts assumed about the visitor, and how certain they are. */
export function VisitorFacts({ view: { visitor, origins } }: VisitorFactsProps) {
  const { t, i18n } = useTranslation();
  const { country, isVpn, host } = visitor;
  return (
    <>
      <Stack component="ul" gap={2} pl={18} fz="sm">
        <li>
          {country === null
            ? t("accessSimulator.known.noCountry")
            : t("accessSimulator.known.country", { country: countryName(country, i18n.language) })}{" "}
          <DataOrigin data={origins.country} />
        </li>
        {visitor.address !== null && (
          <li>
            <NetworkProvider visitor={visitor} /> <DataOrigin data={origins.asn} />
          </li>
        )}
        <li>
          {t(isVpn ? "accessSimulator.known.vpn" : "accessSimulator.known.noVpn")}{" "}
          <Box component="span" c="dimmed">
            {origins.vpn
              ? t("accessSimulator.known.vpnList", { date: formatLongDate(origins.vpn.at, i18n.language) })
              : t("accessSimulator.known.noVpnList")}
          </Box>
        </li>
        <li>
          {host === null ? t("accessSimulator.known.noPage") : t("accessSimulator.known.page", { host })}
        </li>
      </Stack>
      {!(origins.country.isOperators && origins.asn.isOperators) && <DataCredits />}
    </>
  );
}

function NetworkProvider({ visitor: { asn, isp } }: Pick<AccessSimulationView, "visitor">) {
  const { t } = useTranslation();
  if (asn === null) return t("accessSimulator.known.noAsn");
  if (isp === null) return t("accessSimulator.known.asn", { asn: String(asn) });
  return t("accessSimulator.known.isp", { isp, asn: String(asn) });
}

function DataOrigin({ data: { isOperators, at } }: { data: AccessSimulationView["origins"]["asn"] }) {
  const { t, i18n } = useTranslation();
  const date = formatLongDate(at, i18n.language);
  return (
    <Box component="span" c="dimmed">
      {t(isOperators ? "accessSimulator.known.byOperator" : "accessSimulator.known.byShipped", { date })}
    </Box>
  );
}

/** Attributions of the data bundled with the product, in the wording that each author requires. */
const DATA_CREDITS = [
  ["IP Geolocation by DB-IP", "https://db-ip.com"],
  ["RouteViews", "https://www.routeviews.org"],
  ["NRO", "https://www.nro.net"],
] as const;

function DataCredits() {
  const { t } = useTranslation();
  return (
    <Text c="dimmed" fz="xs">
      {t("accessSimulator.known.credits")}{" "}
      {DATA_CREDITS.map(([name, address], index) => (
        <Fragment key={address}>
          {index > 0 && ", "}
          <Anchor href={address} target="_blank" rel="noreferrer" inherit underline="always">
            {name}
          </Anchor>
        </Fragment>
      ))}
    </Text>
  );
}
