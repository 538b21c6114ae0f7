import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import {
  AppError,
  MAX_PICTURE_ALT_LENGTH,
  MAX_PICTURE_NAME_LENGTH,
  type PictureView,
  routes,
} from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { reloadPictures } from "../../components/pictures/pictures-query.ts";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

/** Returns functions that edit a picture's texts, or delete it, each in a dialog. */
export function usePictureActions(picture: PictureView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, name } = picture;
  function openEditDialog(): void {
    const closing = openDialog({
      title: t("pictures.editTitle"),
      children: <PictureEditForm picture={picture} onEnd={() => void closing.then((close) => close())} />,
    });
    // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
    closing.catch(() => undefined);
  }
  async function remove(): Promise<void> {
    try {
      await call(routes.deletePicture, { params: { id } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "picture_in_use") throw error;
      reportInUse(error);
      return;
    }
    notify.success({ message: t("pictures.removed", { name }) });
    await reloadPictures(queries);
  }
  /** Lists the outros that use the picture, which therefore cannot be deleted. */
  function reportInUse({ fields = [] }: AppError): void {
    openDialog({ title: name, children: <PictureUsers titles={fields.map(({ reason }) => reason)} /> }).catch(
      () => undefined,
    );
  }
  const confirmRemove = () =>
    askConfirmation({
      title: t("pictures.removeQuestion"),
      text: (
        <>
          <strong>{name}</strong>
          <br />
          {t("pictures.removeText")}
        </>
      ),
      confirm: t("pictures.remove"),
      isDangerous: true,
      run: remove,
    });
  return { openEditDialog, confirmRemove };
}

function PictureUsers({ titles }: { titles: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
      {t("pictures.inUse")}
      <ul>
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </Text>
  );
}

function PictureEditForm({ picture, onEnd }: { picture: PictureView; onEnd: () => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { name: picture.name, alt: picture.alt },
    validate: ({ name }) => ({ name: name.trim() === "" && t("pictures.nameFault") }),
    send: (body) => call(routes.updatePicture, { params: { id: picture.id }, body }),
    async onSent({ name }) {
      notify.success({ message: t("pictures.saved", { name }) });
      onEnd();
      await reloadPictures(queries);
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <TextInput
          label={t("pictures.name")}
          name="name"
          required
          maxLength={MAX_PICTURE_NAME_LENGTH}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Textarea
          label={t("pictures.alt")}
          description={t("pictures.altHint")}
          name="alt"
          autosize
          minRows={2}
          maxLength={MAX_PICTURE_ALT_LENGTH}
          {...form.getInputProps("alt")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("pictures.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
