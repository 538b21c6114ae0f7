import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { FormFault } from "../ui/form/form-fault.tsx";
import { useReportUnsaved } from "../ui/form/unsaved.ts";
import type { ArrayName } from "./authorizations-query.ts";
import { useListDraft } from "./use-list-draft.ts";

interface ListFormProps {
  clientUuid: string;
  name: ArrayName;
  /** The list as it is saved on the server. */
  saved: readonly string[];
  /** Renders the input of the list, which accepts only valid entries. */
  children: (entries: string[], change: (entries: string[]) => void) => ReactNode;
}

/** Edits one authorization list with its own save button, which replaces the whole list. */
export function ListForm({ clientUuid, name, saved, children }: ListFormProps) {
  const { t } = useTranslation();
  const onSaved = () => notify.success({ message: t("clients.authorizations.saved") });
  const draft = useListDraft({ clientUuid, name, saved, onSaved });
  useReportUnsaved(draft.isChanged);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
      <Stack gap="sm">
        {children(draft.entries, draft.change)}
        <FormFault fault={draft.error ? errorText(draft.error) : undefined} />
        <div role="alert" style={{ display: "contents" }}>
          {draft.isForeign && draft.isChanged && (
            <Alert
              color="orange"
              role="presentation"
              icon={<IconArrowsSplit2 />}
              title={t("shared.conflict.title")}
            >
              {t("clients.authorizations.merged")}
            </Alert>
          )}
        </div>
        {draft.isChanged && (
          <Group gap="xs" align="stretch" wrap="nowrap">
            <Button type="submit" size="xs" loading={draft.isSaving}>
              {t("shared.save")}
            </Button>
            <Button size="xs" variant="default" onClick={draft.drop}>
              {t("common.cancel")}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
