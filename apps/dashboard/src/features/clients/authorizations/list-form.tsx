import { Button } from "@mantine/core";
import type { Authorizations } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { type ListName, saveList } from "./authorizations-query.ts";
import classes from "./list-form.module.css";

type ArrayName = Exclude<ListName, "authorizedVPNs">;

interface ListFormProps {
  clientUuid: string;
  name: ArrayName;
  /** As the server has it. */
  saved: Authorizations[ArrayName];
  /** The field; it is not saved while it says that it is not ready. */
  children: (entries: string[], change: (entries: string[]) => void) => ReactNode;
  /** What is wrong with the entries; undefined when nothing is. */
  fault?: (entries: string[]) => string | undefined;
}

/** One list of the authorizations with its own button: it replaces the list as a whole. */
export function ListForm({ clientUuid, name, saved, children, fault }: ListFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<string[]>();
  const entries = draft ?? saved;
  const save = useMutation({
    mutationFn: () => saveList(queries, clientUuid, name, entries),
    onSuccess() {
      setDraft(undefined);
      notify.success({ message: t("clients.authorizations.saved") });
    },
  });
  const isChanged = draft !== undefined && draft.join() !== saved.join();
  const ownFault = fault?.(entries);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!ownFault) save.mutate();
      }}
    >
      {children(entries, setDraft)}
      <FormFault fault={save.error ? errorText(save.error) : undefined} />
      {isChanged && (
        <div className={classes.buttons}>
          <Button type="submit" size="xs" loading={save.isPending} disabled={ownFault !== undefined}>
            {t("manage.save")}
          </Button>
          <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
            {t("common.cancel")}
          </Button>
        </div>
      )}
    </form>
  );
}
