import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from "@mantine/core";
import type { ConfigView } from "@shoal/contract";
import { fillSample, PLUGIN_SAMPLES, type PluginSample, readManifestUrl } from "@shoal/domain/plugin-sample";
import { IconKeyOff, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { settingsQuery } from "../../lib/settings.ts";
import { CodeBlock } from "./code-block.tsx";
import { SampleFrame } from "./sample-frame.tsx";
import { sampleQuery } from "./samples.ts";
import classes from "./samples-page.module.css";
import { configOfKeyQuery, ownManifestQuery } from "./samples-query.ts";

/** Shows live samples of the plugin with the key of one of the client's configs (§2, /samples/{key}). */
export function SamplesPage() {
  const { t } = useTranslation();
  const { key = "" } = useParams();
  const config = useQuery(configOfKeyQuery(key));
  const settings = useQuery(settingsQuery);
  const own = useQuery(ownManifestQuery);
  const error = config.error ?? settings.error;
  return (
    <Stack gap={20} mx="auto" maw={1320}>
      <PageHeader title={t("samples.title")} />
      {error && (
        <ErrorState error={error} onRetry={() => Promise.all([config.refetch(), settings.refetch()])} />
      )}
      {!error && (config.data === undefined || !settings.data || own.isPending) && <PageSkeleton />}
      {config.data === null && <UnknownKey reason="unknownKey" />}
      {config.data?.isRevoked && <UnknownKey reason="revoked" />}
      {config.data && !config.data.isRevoked && settings.data && !own.isPending && (
        <SampleList config={config.data} edgeUrl={settings.data.edgeUrl} ownManifest={own.data ?? ""} />
      )}
    </Stack>
  );
}

function UnknownKey({ reason }: { reason: "unknownKey" | "revoked" }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconKeyOff size={34} />}
      title={t(`samples.${reason}`)}
      text={t(`samples.${reason}Hint`)}
    />
  );
}

interface SampleListProps {
  config: ConfigView;
  edgeUrl: string;
  /** The URL of the client's own manifest; empty if there is none. */
  ownManifest: string;
}

function SampleList({ config, edgeUrl, ownManifest }: SampleListProps) {
  const { t } = useTranslation();
  const [player, setPlayer] = useState<PluginSample>("hls");
  const [manifestUrl, setManifestUrl] = useState(() => readManifestUrl(ownManifest));
  return (
    <>
      <Text maw={720}>{t("samples.text", { config: config.name })}</Text>
      <SegmentedControl
        className={classes.players ?? ""}
        aria-label={t("samples.player")}
        value={player}
        onChange={setPlayer}
        data={PLUGIN_SAMPLES.map((value) => ({ value, label: t(`samples.names.${value}`) }))}
      />
      <ManifestForm first={ownManifest} onRun={setManifestUrl} />
      {manifestUrl !== undefined && manifestUrl === ownManifest && (
        <Alert color="sea" role="note">
          {t("samples.ownVideo")}
        </Alert>
      )}
      <div className={classes.sides}>
        {manifestUrl === undefined ? (
          <Text c="dimmed">{t("samples.noManifest")}</Text>
        ) : (
          <SampleFrame player={player} config={config} edgeUrl={edgeUrl} manifestUrl={manifestUrl} />
        )}
        <SampleCodeBlock player={player} values={{ edgeUrl, key: config.key, manifestUrl }} />
      </div>
    </>
  );
}

function ManifestForm({ first, onRun }: { first: string; onRun: (url: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(first);
  const [isRefused, setRefused] = useState(false);
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const url = readManifestUrl(text);
    setRefused(url === undefined);
    if (url !== undefined) onRun(url);
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 320px"
          maw={720}
          type="url"
          maxLength={2_000}
          label={t("samples.manifest")}
          description={t("samples.manifestHint")}
          value={text}
          error={isRefused && t("samples.badManifest")}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" leftSection={<IconPlayerPlay size={17} />}>
          {t("samples.run")}
        </Button>
      </Group>
    </form>
  );
}

function SampleCodeBlock({
  player,
  values,
}: {
  player: PluginSample;
  values: Parameters<typeof fillSample>[1];
}) {
  const { t } = useTranslation();
  const { data } = useQuery(sampleQuery(player));
  return (
    <Stack component="section" gap="sm" miw={0} aria-labelledby="sample-code">
      <Title order={2} size="h4" id="sample-code">
        {t("samples.code")}
      </Title>
      {data && <CodeBlock text={fillSample(data.trimEnd(), values)} />}
    </Stack>
  );
}
