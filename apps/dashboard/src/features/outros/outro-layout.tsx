import { Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, SyntheticEvent } from "react";
import { OutroPreview } from "../../components/outros/outro-preview.tsx";
import { pictureQuery } from "../../components/pictures/pictures-query.ts";
import { OutroFields } from "./outro-fields.tsx";
import classes from "./outro-page.module.css";
import { type OutroValues, previewOf } from "./outro-values.ts";

interface OutroLayoutProps {
  form: UseFormReturnType<OutroValues>;
  label: string;
  isReadOnly: boolean;
  onSubmit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  /** Error messages and buttons below the fields. */
  foot: ReactNode;
  /** Content below the preview. */
  aside?: ReactNode;
}

/** Shows the fields, and a preview of the entered values. */
export function OutroLayout({ form, label, isReadOnly, onSubmit, foot, aside }: OutroLayoutProps) {
  const values = form.getValues();
  const image = useQuery(pictureQuery(values.image)).data ?? null;
  const background = useQuery(pictureQuery(values.backgroundImage)).data ?? null;
  return (
    <div className={classes.layout}>
      <form onSubmit={onSubmit} noValidate aria-label={label}>
        <Stack gap="md" miw={0}>
          <OutroFields form={form} isReadOnly={isReadOnly} />
          {foot}
        </Stack>
      </form>
      <div className={classes.beside}>
        <OutroPreview outro={previewOf(values, image, background)} />
        {aside}
      </div>
    </div>
  );
}
