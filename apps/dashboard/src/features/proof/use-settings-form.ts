import { type ProofReport, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { findOwnChanges } from "../../lib/edit-conflict.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import {
  type EditedSettings,
  editedSettingsOf,
  requestBodyOf,
  type SettingsValues,
  valuesOf,
} from "./settings-values.ts";

export type SettingsEdit = EditForm<SettingsValues, EditedSettings>;

/**
 * Returns the form of the settings, which the page reloads every minute: changes saved by others are merged into untouched fields and
 * shown. Entered values are kept.
 */
export function useSettingsForm(report: ProofReport): SettingsEdit {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const shown = editedSettingsOf(report);
  // The values of the form when it was opened. A save sends all values; unchanged values are sent as last loaded.
  const base = useRef(shown);
  const edit = useEditForm<SettingsValues, EditedSettings>({
    entity: shown,
    valuesOf,
    async read() {
      base.current = editedSettingsOf(await call(routes.getProof, { query: {} }));
      return base.current;
    },
    save: async (changes, revision) =>
      editedSettingsOf(
        await call(routes.saveProof, {
          body: requestBodyOf({ ...valuesOf(base.current), ...changes }, revision),
        }),
      ),
    onSaved(saved) {
      base.current = saved;
      notify.success({ message: t("proof.settings.saved") });
      return queries.invalidateQueries({ queryKey: ["proof"] });
    },
  });
  useEffect(() => {
    if (edit.isSending || shown.revision <= base.current.revision) return;
    base.current = shown;
    edit.adopt(shown);
  });
  const own = findOwnChanges(valuesOf(base.current), edit.form.getValues());
  useReportUnsaved(Object.keys(own).length > 0);
  return edit;
}
