import { Button, Checkbox, Group, Radio, Skeleton, Stack } from "@mantine/core";
import { NEWS_KINDS, NEWS_MAIL_TIMES, type NewsSettings, routes } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { ErrorState } from "../../components/ui/states.tsx";
import { browserZone } from "../../lib/dates.ts";
import { findOwnChanges, mergeEdits } from "../../lib/edit-conflict.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { Card } from "./card.tsx";

const QUERY_KEY = ["newsSettings"];

/** Edits which project notifications are mailed to the user, and when. */
export function NotificationsCard() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(routes.getNewsSettings, {}, { signal }),
  });
  return (
    <Card section="notifications" hint={t("news.mails.hint")}>
      {data ? (
        <NotificationFields settings={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Skeleton h={200} />
      )}
    </Card>
  );
}

interface NotificationValues extends Record<string, unknown> {
  mail: NewsSettings["mail"];
  /** The kinds of notifications that are sent by email. */
  kinds: string[];
}

const valuesOf = ({ mail, unmailed }: NewsSettings): NotificationValues => ({
  mail,
  kinds: NEWS_KINDS.filter((kind) => !unmailed.includes(kind)),
});

/** Returns the values with their kinds in the order of the list, which saved values have too, so that both can be compared. */
const inListOrder = ({ mail, kinds }: NotificationValues): NotificationValues => ({
  mail,
  kinds: NEWS_KINDS.filter((kind) => kinds.includes(kind)),
});

function NotificationFields({ settings }: { settings: NewsSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const zone = browserZone();
  const [base, setBase] = useState(() => valuesOf(settings));
  const { form, fault, isSending, handleSubmit } = useUnguardedForm<NotificationValues, NewsSettings>({
    initialValues: base,
    send: ({ mail, kinds }) =>
      call(routes.setNewsSettings, {
        body: { mail, unmailed: NEWS_KINDS.filter((kind) => !kinds.includes(kind)), timeZone: zone },
      }),
    onSent(answer) {
      queries.setQueryData(QUERY_KEY, answer);
      notify.success({ message: t("news.mails.saved") });
    },
  });
  useReportUnsaved(Object.keys(findOwnChanges(base, inListOrder(form.values))).length > 0);
  const { getValues, setValues } = form;
  // Newer settings, saved here or in another browser, are merged into the form, which keeps the values that the user has chosen since it
  // was opened.
  useEffect(() => {
    const latest = valuesOf(settings);
    if (Object.keys(findOwnChanges(base, latest)).length === 0) return;
    setBase(latest);
    setValues(mergeEdits(base, inListOrder(getValues()), latest).values);
  }, [settings, base, getValues, setValues]);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <Radio.Group
          label={t("news.mails.when")}
          value={form.values.mail}
          onChange={(mail) => form.setFieldValue("mail", mail as NotificationValues["mail"])}
        >
          <Stack gap="xs" mt="xs">
            {NEWS_MAIL_TIMES.map((time) => (
              <Radio
                key={time}
                value={time}
                label={t(`news.mails.times.${time}`)}
                description={time === "daily" ? t("news.mails.zone", { zone }) : undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {form.values.mail !== "never" && (
          <Checkbox.Group
            label={t("news.mails.about")}
            value={form.values.kinds}
            onChange={(kinds) => form.setFieldValue("kinds", kinds)}
          >
            <Stack gap="xs" mt="xs">
              {NEWS_KINDS.map((kind) => (
                <Checkbox key={kind} value={kind} label={t(`news.mails.kinds.${kind}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Group>
          <Button type="submit" loading={isSending}>
            {t("news.mails.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
