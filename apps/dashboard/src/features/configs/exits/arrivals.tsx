import { Alert, Button, Group, List, Progress, Stack, Text, TextInput } from "@mantine/core";
import { type ArrivalReport, type ArrivalState, type ArrivalView, fillPath, routes } from "@shoal/contract";
import { IconArchive, IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { saveResponse } from "../../../lib/save-response.ts";
import { call } from "../../../lib/session.ts";
import { useCan } from "../../../lib/user.ts";
import { arrivalsQuery, isOpen } from "./arrivals-query.ts";

const TONES: Record<ArrivalState, StateTone> = {
  checking: "plain",
  taking: "plain",
  done: "good",
  failed: "bad",
};
const PARTS = ["check", "videos", "access", "people"] as const;

/** Archives of other installations: where one is, how far it has come, and what was taken of it. */
export function Arrivals() {
  const { t } = useTranslation();
  const isManager = useCan("manager");
  return (
    <Panel title={t("arrivals.title")} text={t("arrivals.text")}>
      {/* The server tells nobody else which there are. */}
      {isManager ? <All /> : <Text>{t("arrivals.managersOnly")}</Text>}
    </Panel>
  );
}

function All() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(arrivalsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton blocks={1} />;
  return (
    <>
      <NewArrival isBusy={data.some(isOpen)} />
      {data.length === 0 && <Text>{t("arrivals.empty")}</Text>}
      {data.map((each) => (
        <ArrivalCard key={each.uuid} arrival={each} />
      ))}
    </>
  );
}

function NewArrival({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const make = useMutation({
    mutationFn: () => call(routes.createArrival, { body: { url: url.trim() } }),
    onSuccess: () => setUrl(""),
    onSettled: () => queries.invalidateQueries({ queryKey: arrivalsQuery.queryKey }),
  });
  return (
    <Stack
      component="form"
      gap="sm"
      align="stretch"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <List size="sm">
        {PARTS.map((part) => (
          <List.Item key={part}>{t(`arrivals.parts.${part}`)}</List.Item>
        ))}
      </List>
      <TextInput
        type="url"
        required
        label={t("arrivals.url")}
        description={t("arrivals.urlHint")}
        placeholder="https://"
        value={url}
        disabled={isBusy}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button
          type="submit"
          leftSection={<IconArchive size={16} />}
          loading={make.isPending}
          disabled={isBusy || url.trim() === ""}
        >
          {t("arrivals.make")}
        </Button>
        {isBusy && (
          <Text size="sm" c="dimmed">
            {t("arrivals.busy")}
          </Text>
        )}
      </Group>
      {make.error && <Alert color="red">{errorText(make.error)}</Alert>}
    </Stack>
  );
}

function ArrivalCard({ arrival }: { arrival: ArrivalView }) {
  const { t } = useTranslation();
  const { state, fault, faultPath, report, sizeBytes } = arrival;
  const title = t("arrivals.of", { date: exactDateOf(arrival.createdAt) });
  const facts = [
    ...(sizeBytes > 0 ? [sizeText(sizeBytes)] : []),
    ...(report ? [t("arrivals.videos", { count: report.taken.videos })] : []),
    ...(arrival.user ? [t("arrivals.by", { user: arrival.user })] : []),
  ];
  return (
    <Stack component="article" variant="sunken" gap="sm" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="8px 24px">
        <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {facts.join(" · ")}
          </Text>
        </Stack>
        <StateBadge tone={TONES[state]}>{t(`arrivals.states.${state}`)}</StateBadge>
      </Group>
      {fault && (
        <Alert color="red" style={{ overflowWrap: "anywhere" }}>
          {t(`arrivals.faults.${fault}`)}
          {faultPath !== null && <Text size="sm">{t("arrivals.file", { path: faultPath })}</Text>}
          {!report && <Text size="sm">{t("arrivals.nothing")}</Text>}
        </Alert>
      )}
      {isOpen(arrival) && <ArrivalProgress arrival={arrival} />}
      {report && <Report report={report} />}
      <Actions arrival={arrival} />
    </Stack>
  );
}

function ArrivalProgress({ arrival }: { arrival: ArrivalView }) {
  const { t } = useTranslation();
  const { state, checkedBytes, sizeBytes, arrivedCount, fileCount } = arrival;
  const [done, all] = state === "checking" ? [checkedBytes, sizeBytes] : [arrivedCount, fileCount];
  return (
    <>
      <Progress value={all > 0 ? (100 * done) / all : 0} aria-label={t("arrivals.progress")} animated />
      <Text size="sm">
        {state === "checking"
          ? t("arrivals.checked", { checked: sizeText(checkedBytes), all: sizeText(sizeBytes) })
          : t("arrivals.arrived", { arrived: arrivedCount, count: fileCount })}
      </Text>
    </>
  );
}

function Report({ report: { taken, notTaken, closedCount, hasBakedRules } }: { report: ArrivalReport }) {
  const { t } = useTranslation();
  const said = [
    ...kindsOf(taken).map(([kind, count]) => t(`arrivals.taken.${kind}`, { count })),
    ...kindsOf(notTaken).map(([kind, count]) => t(`arrivals.notTaken.${kind}`, { count })),
  ];
  return (
    <>
      <List size="sm">
        {said.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {closedCount > 0 && <Alert color="yellow">{t("arrivals.closed", { count: closedCount })}</Alert>}
      {hasBakedRules && <Text size="sm">{t("arrivals.bakedRules")}</Text>}
    </>
  );
}

const kindsOf = <K extends string>(counts: Record<K, number>) =>
  (Object.entries(counts) as [K, number][]).filter(([, count]) => count > 0);

function Actions({ arrival }: { arrival: ArrivalView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { uuid: id, report } = arrival;
  const params = { id };
  const codes = useMutation({
    mutationFn: async () =>
      saveResponse(
        await fetchFile(fillPath(routes.exportArrivalCodes.path, params), {}),
        `embed-codes-${id}.csv`,
      ),
  });
  const kind = isOpen(arrival) ? "stop" : "forget";
  const ask = () =>
    askConfirmation({
      title: t(`arrivals.${kind}Title`),
      text: t(`arrivals.${kind}Text`),
      confirm: t(`arrivals.${kind}Confirm`),
      isDangerous: true,
      async run() {
        try {
          await call(routes.deleteArrival, { params });
        } finally {
          // Also where someone else was faster.
          await queries.invalidateQueries({ queryKey: arrivalsQuery.queryKey });
        }
      },
    });
  return (
    <>
      {codes.error && <Alert color="red">{errorText(codes.error)}</Alert>}
      <Group gap="xs">
        {report && (
          <Button
            size="xs"
            leftSection={<IconDownload size={15} />}
            loading={codes.isPending}
            onClick={() => codes.mutate()}
          >
            {t("arrivals.codes")}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={ask}>
          {t(`arrivals.${kind}`)}
        </Button>
      </Group>
    </>
  );
}
