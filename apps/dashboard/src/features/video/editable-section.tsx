import { Button } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ReadOnly } from "../../components/ui/read-only.tsx";
import { useMayModify } from "../../lib/user.ts";
import { Section } from "./section.tsx";
import type { SectionId } from "./sections.ts";

interface EditableSectionProps {
  section: SectionId;
  hint?: ReactNode;
  /** One that is deleted cannot be changed any more. */
  video: VideoView;
  /** Whether its state does not allow to begin a change; the reader's role is judged here. */
  isLocked?: boolean;
  /** What the button says; 'Edit' when not given. */
  edit?: string;
  view: ReactNode;
  /** The form in place of the view. It calls `close` when it is done or given up. */
  form: (close: () => void) => ReactNode;
}

/** A section that is read until somebody edits it. The keyboard goes into the form, and back to the button. */
export function EditableSection(props: EditableSectionProps) {
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
