import { Button, Group, Radio, Stack, Text, Textarea } from "@mantine/core";
import { CDN_PURGE_SCOPES, type CdnEntryView, type CdnPurgeAnswer, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { CDN_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

interface PurgeValues extends Record<string, unknown> {
  scope: (typeof CDN_PURGE_SCOPES)[number];
  addresses: string;
}

/** Opens the form for purging the caches of an entry. */
export function openPurgeForm(entry: CdnEntryView): void {
  const closing = openDialog({
    title: i18next.t("cdn.purge.title", { name: entry.name }),
    size: "lg",
    children: <PurgeForm entry={entry} onClose={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export function PurgeForm({ entry, onClose }: { entry: CdnEntryView; onClose: () => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onClose);
  const queries = useQueryClient();
  const [done, setDone] = useState<CdnPurgeAnswer>();
  const { form, fault, isSending, handleSubmit } = useAppForm<PurgeValues, CdnPurgeAnswer>({
    initialValues: { scope: "url", addresses: "" },
    validate: ({ scope, addresses }) => ({
      addresses: scope !== "all" && linesOf(addresses).length === 0 && t("cdn.purge.missing"),
    }),
    send: ({ scope, addresses }) =>
      call(routes.purgeCdnEntry, {
        params: { id: entry.uuid },
        body: { scope, addresses: scope === "all" ? [] : linesOf(addresses) },
      }),
    async onSent(answer) {
      setDone(answer);
      await queries.invalidateQueries({ queryKey: [CDN_KEY] });
    },
  });
  const { scope } = form.getValues();
  if (done) return <PurgeResult answer={done} onClose={onClose} />;
  return (
    <form onSubmit={handleSubmit} noValidate aria-label={t("cdn.purge.open")}>
      <Stack>
        <FormFault fault={fault} title={t("cdn.faults.purge")} />
        <Radio.Group label={t("cdn.purge.scope")} {...form.getInputProps("scope")}>
          <Stack gap={10} mt={8}>
            {CDN_PURGE_SCOPES.map((each) => (
              <Radio
                key={each}
                value={each}
                label={t(`cdn.purge.scopes.${each}`)}
                description={t(`cdn.purge.hints.${each}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {scope !== "all" && (
          <Textarea
            label={t("cdn.purge.addresses")}
            description={t("cdn.purge.addressesHint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            placeholder={`${entry.url}films/a.mp4`}
            autosize
            minRows={3}
            maxRows={10}
            spellCheck={false}
            {...form.getInputProps("addresses")}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("cdn.purge.send")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PurgeResult({
  answer: { number, paths, isPrefix },
  onClose,
}: {
  answer: CdnPurgeAnswer;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const close = useRef<HTMLButtonElement>(null);
  // The form that had the focus has been removed, so the close button receives the focus.
  useEffect(() => close.current?.focus(), []);
  const isAll = isPrefix && paths[0] === "/";
  return (
    <Stack>
      <div role="status">
        <Text fw={600}>{t("cdn.purge.done", { number })}</Text>
        <Text size="sm" c="dimmed">
          {t("cdn.purge.doneHint")}
        </Text>
      </div>
      {isAll ? (
        <Text size="sm">{t("cdn.purge.scopes.all")}</Text>
      ) : (
        <Stack component="ul" gap={4} ff="monospace" fz={13} style={{ overflowWrap: "anywhere" }}>
          {paths.map((path) => (
            <li key={path}>{isPrefix ? `${path}…` : path}</li>
          ))}
        </Stack>
      )}
      <Group justify="flex-end">
        <Button ref={close} onClick={onClose}>
          {t("common.close")}
        </Button>
      </Group>
    </Stack>
  );
}
