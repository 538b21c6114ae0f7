import { Alert, Stack, Text } from "@mantine/core";
import type { ConfigView } from "@shoal/contract";
import type { PluginSample } from "@shoal/domain/plugin-sample";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { numberFormat } from "../../lib/figures.ts";
import { PLAYER_ALLOWANCES } from "../../lib/sharing.ts";
import { type SampleState, useSampleState } from "./sample-state.ts";
import classes from "./samples-page.module.css";
import { websitesOf } from "./samples-query.ts";

interface SampleFrameProps {
  player: PluginSample;
  config: ConfigView;
  edgeUrl: string;
  manifestUrl: string;
}

/** Shows a sample as a page served by the edge, with the figures of its player. */
export function SampleFrame({ player, config, edgeUrl, manifestUrl }: SampleFrameProps) {
  const { t, i18n } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const query = new URLSearchParams({ key: config.key, manifest: manifestUrl, lang: i18n.language });
  const address = `${edgeUrl}/samples/${player}?${query}`;
  const { origin, host } = new URL(edgeUrl);
  const state = useSampleState(frame, { origin, run: address });
  return (
    <Stack gap="sm" miw={0}>
      <iframe
        ref={frame}
        key={address}
        className={classes.frame}
        title={t("samples.frame", { player: t(`samples.names.${player}`) })}
        src={address}
        allow={PLAYER_ALLOWANCES}
      />
      <div aria-live="polite">
        <SampleOutcome state={state} config={config} host={host} />
      </div>
      <Text c="dimmed" size="sm">
        {t("samples.alone")}
      </Text>
    </Stack>
  );
}

const megabytesText = (bytes: number, language: string): string =>
  numberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1e6);

function SampleOutcome({
  state,
  config,
  host,
}: {
  state: SampleState | undefined;
  config: ConfigView;
  host: string;
}) {
  const { t, i18n } = useTranslation();
  if (!state) return <Text>{t("samples.loading")}</Text>;
  if ("isMissing" in state) return <Alert color="red">{t("samples.missing")}</Alert>;
  const { fault, bytesServer, bytesPeer, peers } = state;
  const amounts = {
    server: megabytesText(bytesServer, i18n.language),
    peer: megabytesText(bytesPeer, i18n.language),
  };
  if (fault === "site_denied")
    return (
      <Alert color="red">{t("samples.siteDenied", { sites: websitesOf(config).join(", "), host })}</Alert>
    );
  if (fault) return <Alert color="red">{t(`samples.faults.${fault}`)}</Alert>;
  return <Text>{t("samples.figures", { ...amounts, peers })}</Text>;
}
