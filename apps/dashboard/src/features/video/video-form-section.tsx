import { Button, Group, Stack } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import type { EditForm } from "../../components/ui/form/use-edit-form.ts";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { useMayModify } from "../../lib/user.ts";
import { Section } from "./section.tsx";
import type { SectionId } from "./sections.ts";

interface VideoFormSectionProps {
  section: SectionId;
  hint?: ReactNode;
  /** The video; a deleted video can no longer be edited. */
  video: VideoView;
  /** Whether the video's state forbids editing. The reader's role is checked separately. */
  isLocked?: boolean;
  /** The label of the button that opens the form; "Edit" by default. */
  edit?: string;
  view: ReactNode;
  /** Renders the form that replaces the view. The form calls `close` when it is done or cancelled. */
  form: (close: () => void) => ReactNode;
}

/**
 * A section that is read-only until the user edits it. The focus moves into the form and, when the form closes, back to the button.
 */
export function VideoFormSection(props: VideoFormSectionProps) {
  const { section, hint, video, isLocked = false, edit, view, form } = props;
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const [isWanted, setEditing] = useState(false);
  const isEditing = isWanted && !video.isDeleted;
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing) place.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    else if (wasEditing.current) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const name = t(`videoPage.sections.${section}`);
  const aside = mayModify && !isEditing && !isLocked && !video.isDeleted && (
    <Button
      ref={button}
      size="xs"
      variant="default"
      leftSection={<IconPencil size={15} />}
      aria-label={edit ?? t("video.edit", { name })}
      onClick={() => setEditing(true)}
    >
      {edit ?? t("videoPage.editShort")}
    </Button>
  );
  return (
    <Section section={section} hint={hint} aside={mayModify ? aside : <ReadOnly />}>
      <div ref={place}>{isEditing ? form(() => setEditing(false)) : view}</div>
    </Section>
  );
}

type FormValues = Record<string, unknown>;

interface SectionFormProps<V extends FormValues> {
  /** The result of `useVideoForm`, or of a similar form that does not track changes by others. */
  edit: {
    fault: string | undefined;
    isSending: boolean;
    handleSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  } & Partial<Pick<EditForm<V, never>, "changes" | "acceptForeign">>;
  /** The labels of the fields, used to describe changes by other users. */
  labels?: Record<keyof V & string, string>;
  /** Formats a value for the form; if omitted, the value is shown unchanged. */
  textOf?: (field: keyof V & string, value: unknown) => ReactNode;
  /** The title of the error message, which names the action that failed. */
  failed?: string;
  /** The label of the submit button; "Save" by default. */
  confirm?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** The form of a section: errors and concurrent changes above its fields, the buttons to confirm and cancel below them. */
export function SectionForm<V extends FormValues>(props: SectionFormProps<V>) {
  const { edit, labels, textOf = (_, value) => String(value), failed, confirm, onCancel, children } = props;
  return (
    <form onSubmit={edit.handleSubmit} noValidate>
      <Stack>
        <FormFault fault={edit.fault} {...(failed ? { title: failed } : {})} />
        {labels && edit.changes && edit.acceptForeign && (
          <ConflictNotice
            changes={edit.changes}
            labelOf={(field) => labels[field]}
            textOf={textOf}
            onAccept={edit.acceptForeign}
          />
        )}
        {children}
        <FormFooter isSending={edit.isSending} onCancel={onCancel} {...(confirm ? { confirm } : {})} />
      </Stack>
    </form>
  );
}

interface FormFooterProps {
  isSending: boolean;
  onCancel: () => void;
  /** The label of the submit button; "Save" by default. */
  confirm?: string;
}

/** Shows the buttons below a form: confirm and cancel. */
export function FormFooter({ isSending, onCancel, confirm }: FormFooterProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel} disabled={isSending}>
        {t("common.cancel")}
      </Button>
      <Button type="submit" loading={isSending}>
        {confirm ?? t("shared.save")}
      </Button>
    </Group>
  );
}
