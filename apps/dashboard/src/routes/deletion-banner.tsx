import { Button } from "@mantine/core";
import { routes, type UserView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatLongDate } from "../lib/dates.ts";
import { errorText } from "../lib/error-text.ts";
import { notify } from "../lib/notify.ts";
import { meQuery } from "../lib/queries.ts";
import { call } from "../lib/session.ts";
import classes from "./deletion-banner.module.css";

/** Warns that the account is scheduled for deletion (§2); a manager can still cancel it. */
export function DeletionBanner({ user }: { user: UserView }) {
  const { t, i18n } = useTranslation();
  const [client] = user.client_infos;
  if (!client?.dataToDelete) return null;
  const date = client.deletionAt && formatLongDate(client.deletionAt, i18n.language);
  return (
    <section className={classes.banner} aria-label={t("nav.dataToDelete")}>
      <span role="alert">
        <strong>{t("nav.dataToDelete")}</strong> {date && t("nav.deletionDate", { date })}
      </span>
      {hasRole(user.roles, "manager") && <CancelDeletion clientUuid={client.uuid} />}
    </section>
  );
}

function CancelDeletion({ clientUuid }: { clientUuid: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const keep = useMutation({
    mutationFn: () => call(routes.keepClient, { params: { id: clientUuid } }),
    onSuccess() {
      notify.success({ message: t("nav.kept") });
      return queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <span className={classes.keep}>
      {t("nav.keepHint")}
      <Button
        size="compact-sm"
        variant="white"
        color="red.9"
        loading={keep.isPending}
        onClick={() => keep.mutate()}
      >
        {t("nav.keepAccount")}
      </Button>
    </span>
  );
}
