import type { ClientView } from "@shoal/contract";
import { useEffect, useRef } from "react";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { notify } from "../../lib/notify.ts";
import { type ClientChange, loadClient, saveClient } from "./client-state.ts";

type FormValues = Record<string, unknown>;

interface ClientFormOptions<V extends FormValues> {
  /** The client in the state that was last loaded. */
  client: ClientView;
  valuesOf: (client: ClientView) => V;
  changeOf: (values: V) => ClientChange;
  validate: (values: V) => Partial<Record<keyof V, string | false>>;
  /** The message that is shown after saving. */
  saved: string;
}

/**
 * Returns a form for some fields of the client. The profile page has two such forms, and other users may edit the client at the same time.
 */
export function useClientForm<V extends FormValues>(options: ClientFormOptions<V>): EditForm<V, ClientView> {
  const { client, valuesOf, changeOf, validate, saved } = options;
  // The values of the fields when the form was opened.
  const base = useRef(client);
  const edit: EditForm<V, ClientView> = useEditForm<V, ClientView>({
    entity: client,
    valuesOf,
    validate,
    read: () => loadClient(client.uuid),
    save: () => saveClient(base.current, changeOf(edit.form.getValues())),
    onSaved(answer) {
      base.current = answer;
      notify.success({ message: saved });
    },
  });
  useEffect(() => {
    if (client.revision <= base.current.revision) return;
    base.current = client;
    edit.adopt(client);
  });
  return edit;
}
