import { Button, Group } from "@mantine/core";
import { type OutroFigures, type OutroView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { cacheOutro } from "../../components/outros/outros-query.ts";
import { reloadPictures } from "../../components/pictures/pictures-query.ts";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { Panel } from "../../components/ui/panel.tsx";
import { numberFormat } from "../../lib/figures.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { useMayModify } from "../../lib/user.ts";
import { clickRateOf } from "./outro-columns.tsx";
import { useOutroLabels } from "./outro-fields.tsx";
import { OutroLayout } from "./outro-layout.tsx";
import classes from "./outro-page.module.css";
import {
  findOutroFaults,
  type OutroValues,
  requestBodyOf,
  valuesOfOutro,
  withFormFields,
} from "./outro-values.ts";

/** Edits an existing outro. */
export function OutroForm({ outro }: { outro: OutroView }) {
  const { t } = useTranslation();
  const edit = useOutroForm(outro);
  const labels = useOutroLabels();
  const mayModify = useMayModify();
  const foot = (
    <>
      <FormFault fault={edit.fault} title={t("outros.saveFailed")} />
      <ConflictNotice
        changes={edit.changes}
        labelOf={(field) => labels[field]}
        textOf={(_, value) => String(value ?? "")}
        onAccept={edit.acceptForeign}
      />
      {mayModify && (
        <Group>
          <Button type="submit" loading={edit.isSending}>
            {t("outros.save")}
          </Button>
        </Group>
      )}
    </>
  );
  return (
    <OutroLayout
      form={edit.form}
      label={outro.title}
      isReadOnly={!mayModify}
      onSubmit={edit.handleSubmit}
      foot={foot}
      aside={<Figures figures={outro.figures} />}
    />
  );
}

function useOutroForm(outro: OutroView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: outro.id };
  const edit: EditForm<OutroValues, OutroView> = useEditForm<OutroValues, OutroView>({
    entity: outro,
    valuesOf: valuesOfOutro,
    validate: findOutroFaults,
    read: () => call(routes.getOutro, { params }),
    save: (_, revision) =>
      withFormFields(
        call(routes.updateOutro, { params, body: { ...requestBodyOf(edit.form.getValues()), revision } }),
      ),
    async onSaved(saved) {
      notify.success({ message: t("outros.saved", { title: saved.title }) });
      await cacheOutro(queries, saved);
      await reloadPictures(queries);
    },
  });
  return edit;
}

function Figures({ figures }: { figures: OutroFigures | null }) {
  const { t, i18n } = useTranslation();
  const number = numberFormat(i18n.language);
  const facts = [
    [t("outros.shown"), figures?.shown],
    [t("outros.buttonClicks"), figures?.buttonClicks],
    [t("outros.subtextClicks"), figures?.subtextClicks],
  ] as const;
  return (
    <Panel title={t("outros.figures")} {...(figures ? {} : { text: t("outros.unknownHint") })}>
      <dl className={classes.figures}>
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count === undefined ? t("outros.unknown") : number.format(count)}</dd>
          </div>
        ))}
        <div>
          <dt>{t("outros.rate")}</dt>
          <dd>{clickRateOf(figures, i18n.language) ?? t("outros.unknown")}</dd>
        </div>
      </dl>
    </Panel>
  );
}
