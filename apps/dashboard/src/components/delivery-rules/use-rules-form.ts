import type { RuleName } from "@shoal/contract";
import { changeSettings, type ResolvedRules, valuesOf } from "@shoal/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { findOwnChanges } from "../../lib/edit-conflict.ts";
import { notify } from "../../lib/notify.ts";
import { useReportUnsaved } from "../ui/form/unsaved.ts";
import { useEditForm } from "../ui/form/use-edit-form.ts";
import { confirmLockout } from "./confirm-lockout.tsx";
import { findRuleFaults } from "./find-faults.ts";
import { findNewLockouts } from "./find-lockouts.ts";
import type { RuleSubject } from "./rule-subject.ts";
import { type RuleValues, resolveWith, type SubjectRules, valuesFor } from "./rule-values.ts";
import { loadSubjectRules, RULES_KEY, saveRules } from "./rules-query.ts";

interface RulesFormOptions {
  subject: RuleSubject;
  clientUuid: string;
  /** The rules as they were when the window was opened. */
  opened: SubjectRules;
  onDirty: (isDirty: boolean) => void;
}

/** Holds the state of the rules being edited: the changes, their effect, and the save with its confirmations. */
export function useRulesForm({ subject, clientUuid, opened, onDirty }: RulesFormOptions) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [base, setBase] = useState(opened);
  async function read(): Promise<SubjectRules> {
    const latest = await loadSubjectRules(subject, clientUuid);
    setBase(latest);
    return latest;
  }
  const edit = useEditForm<RuleValues, SubjectRules>({
    entity: opened,
    valuesOf: valuesFor,
    validate: findRuleFaults,
    read,
    async save(changes, revision) {
      await saveRules(subject, changes, revision);
      return read();
    },
    async onSaved() {
      notify.success({ message: t("deliveryRules.saved") });
      await queries.invalidateQueries({ queryKey: [RULES_KEY] });
    },
  });
  const values = edit.form.getValues();
  const changed = useMemo(
    () => Object.keys(findOwnChanges(valuesFor(base), values)) as RuleName[],
    [base, values],
  );
  const isDirty = changed.length > 0;
  useReportUnsaved(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  function handleSave(): void {
    if (edit.form.validate().hasErrors) return;
    const nowMs = Date.now();
    const before = resolveWith(base, base.own, nowMs);
    const after = resolveWith(base, values, nowMs);
    const closings = findNewLockouts(valuesOf(before), valuesOf(after));
    if (closings.length > 0) confirmLockout(closings, () => edit.handleSubmit());
    else edit.handleSubmit();
  }
  return { edit, base, values, changed, handleSave, drop: () => edit.form.setValues(valuesFor(base)) };
}
export type RulesState = ReturnType<typeof useRulesForm>;

/** Resolves the effective value of each rule, and the value that would apply without the subject's own setting. */
export function resolveForm(
  { base, values }: Pick<RulesState, "base" | "values">,
  nowMs: number,
): { inForce: ResolvedRules; inherited: ResolvedRules } {
  return {
    inForce: resolveWith(base, changeSettings({}, values), nowMs),
    inherited: resolveWith(base, {}, nowMs),
  };
}
