import { AppError, type ResponseOf, routes, type SavedExternalStreams } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ExternalFields } from "../../../components/live/external/external-fields.tsx";
import {
  type ExternalRow,
  externalRowsOf,
  externalStreamsOf,
  findExternalFaults,
  makeExternalRow,
} from "../../../components/live/external/external-rows.ts";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { SectionForm } from "../video-form-section.tsx";
import { externalStatsKey, externalStreamsQuery } from "./external-query.ts";

interface ExternalFormProps {
  uuid: string;
  saved: SavedExternalStreams;
  onEnd: () => void;
}

interface ExternalValues extends Record<string, unknown> {
  rows: ExternalRow[];
}

/** Edits the restream targets of a live; unchanged targets keep running. */
export function ExternalForm(props: ExternalFormProps) {
  const { form, fault, isSending, handleSubmit } = useExternalForm(props);
  const { rows } = form.getValues();
  return (
    <SectionForm edit={{ fault, isSending, handleSubmit }} onCancel={props.onEnd}>
      <ExternalFields
        rows={rows}
        areFaultsShown={Boolean(form.errors.rows)}
        fault={form.errors.rows}
        onChange={(next) => form.setFieldValue("rows", next)}
      />
    </SectionForm>
  );
}

function useExternalForm({ uuid, saved, onEnd }: ExternalFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [first] = useState(() => initialRows(saved));
  const edit = useUnguardedForm<ExternalValues, ResponseOf<typeof routes.setExternalStreams>>({
    initialValues: { rows: first },
    validate: ({ rows }) => ({ rows: findExternalFaults(rows).size > 0 && t("externalStreams.fix") }),
    send: ({ rows }) =>
      call(routes.setExternalStreams, { params: { id: uuid }, body: externalStreamsOf(rows) }),
    // The body contains all rows, because the validation rejects rows without a key or a URL.
    async onSent({ youtube, facebook, twitch, other }) {
      queries.setQueryData(externalStreamsQuery(uuid).queryKey, { youtube, facebook, twitch, other });
      notify.success({ message: t("externalStreams.saved") });
      onEnd();
      await queries.invalidateQueries({ queryKey: externalStatsKey(uuid) });
    },
    onRefused(error) {
      // Only the server can check to which address a URL leads.
      const isServer = error instanceof AppError && error.fields?.some(({ path }) => path.endsWith(".url"));
      if (isServer) edit.form.setErrors({ rows: t("externalStreams.notAllowed") });
      return isServer === true;
    },
  });
  useReportUnsaved(conflictTextOf(edit.form.getValues().rows) !== conflictTextOf(first));
  return edit;
}

/** Returns the initial rows; without targets, one empty row. */
function initialRows(saved: SavedExternalStreams): ExternalRow[] {
  const rows = externalRowsOf(saved);
  return rows.length > 0 ? rows : [makeExternalRow()];
}

const conflictTextOf = (rows: ExternalRow[]) => JSON.stringify(externalStreamsOf(rows));
