import { Button, Group } from "@mantine/core";
import { AppError } from "@shoal/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { preloadDialogs } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import type { AppForm } from "../../components/ui/form/use-unguarded-form.ts";
import classes from "./configs.module.css";

/** The props common to all forms for new keys. */
export interface NewKeyProps {
  clientUuid: string;
  onClose: () => void;
}

interface KeyFormProps<V extends Record<string, unknown>> {
  state: AppForm<V>;
  /** The kind of key, which the form's button names. */
  title: string;
  /** The title of an error that belongs to no field. */
  failed: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form that adds a key. The children are its fields. */
export function KeyForm<V extends Record<string, unknown>>({
  state,
  title,
  failed,
  ...rest
}: KeyFormProps<V>) {
  const { t } = useTranslation();
  const { fault, isSending, handleSubmit } = state;
  const { onClose, children } = rest;
  const handleCancel = useCancel(onClose);
  return (
    <form className={classes.siteForm} noValidate aria-label={title} onSubmit={handleSubmit}>
      <FormFault fault={fault} title={failed} />
      {children}
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {title}
        </Button>
        <Button variant="default" onClick={handleCancel}>
          {t("common.cancel")}
        </Button>
      </Group>
    </form>
  );
}

/**
 * Loads the dialog that shows a new secret. Await it before creating a key: the server returns the secret only once.
 * @throws AppError if loading fails.
 */
export async function preloadSecretDialog(): Promise<void> {
  await preloadDialogs().catch((cause: unknown) => {
    throw new AppError("unavailable", String(cause));
  });
}
