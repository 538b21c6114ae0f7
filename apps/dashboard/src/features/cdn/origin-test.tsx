import { Alert, Button, Code, Group, List, Stack, Text, TextInput, ThemeIcon, Title } from "@mantine/core";
import { type CdnTestAnswer, routes } from "@shoal/contract";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { FactList } from "../../components/ui/fact-list.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { Panel } from "../../components/ui/panel.tsx";
import { call } from "../../lib/session.ts";

/** Fetches a file from an origin and explains what its headers mean for caches. */
export function OriginTest() {
  const { t } = useTranslation();
  const [found, setFound] = useState<CdnTestAnswer>();
  const { form, fault, isSending, handleSubmit } = useUnguardedForm<{ url: string }, CdnTestAnswer>({
    initialValues: { url: "" },
    validate: ({ url }) => ({
      url: !(/^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim())) && t("cdn.originFault"),
    }),
    send: ({ url }) => call(routes.testCdnOrigin, { body: { url: url.trim() } }),
    onSent: setFound,
  });
  return (
    <Panel title={t("cdn.test.title")} text={t("cdn.test.text")}>
      <form onSubmit={handleSubmit} noValidate aria-label={t("cdn.test.title")}>
        <Stack>
          <FormFault fault={fault} title={t("cdn.test.failed")} />
          <Group gap="sm" align="flex-start">
            <TextInput
              flex="1 1 260px"
              aria-label={t("cdn.test.url")}
              placeholder="https://origin.example.com/media/film.mp4"
              name="url"
              type="url"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps("url")}
            />
            <Button type="submit" loading={isSending}>
              {t("cdn.test.send")}
            </Button>
          </Group>
        </Stack>
      </form>
      <div role="status">
        {found?.fault && (
          <Alert color="red" title={t("cdn.test.noAnswer")}>
            {t(`cdn.test.faults.${found.fault}`)}
          </Alert>
        )}
        {found?.answer && <OriginReport answer={found.answer} />}
      </div>
    </Panel>
  );
}

function OriginReport({ answer }: { answer: NonNullable<CdnTestAnswer["answer"]> }) {
  const { t, i18n } = useTranslation();
  const { report, url, status, tookMs, sizeBytes, isCut, headers } = answer;
  const size = figureText(sizeBytes, "bytes", i18n.language);
  const kept =
    report.freshSec === null
      ? t("cdn.test.keptDefault")
      : report.freshSec === 0
        ? t("cdn.test.keptNot")
        : t("cdn.test.keptFor", { time: figureText(report.freshSec, "seconds", i18n.language) });
  return (
    <Stack gap="md">
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {t(`cdn.kinds.${report.kind}`)}: {kept}
      </Text>
      <List spacing={8} center size="sm">
        {report.findings.map(({ code, isGood, sent }) => (
          <List.Item
            key={code}
            icon={
              <ThemeIcon color={isGood ? "green" : "orange"} size={22} radius="xl" variant="light">
                {isGood ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
              </ThemeIcon>
            }
          >
            {t(`cdn.findings.${code}`, { sent: sent ?? "" })}
          </List.Item>
        ))}
      </List>
      <div>
        <Title order={3} size="h6" mb={6}>
          {t("cdn.test.advice")}
        </Title>
        <Stack gap={4} align="flex-start">
          {report.advice.map(({ name, value }) => (
            <Code key={name}>
              {name}: {value}
            </Code>
          ))}
        </Stack>
      </div>
      <div>
        <Title order={3} size="h6" mb={6}>
          {t("cdn.test.sent")}
        </Title>
        <FactList
          facts={[
            [
              t("cdn.test.answer"),
              t(isCut ? "cdn.test.statusCut" : "cdn.test.status", { status, tookMs, size }),
            ],
            [t("cdn.test.from"), url],
            ...headers.map(({ name, value }) => [name, value] as const),
          ]}
        />
      </div>
    </Stack>
  );
}
