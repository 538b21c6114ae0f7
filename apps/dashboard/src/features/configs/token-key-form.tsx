import { Button, Group, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { type AddedStreamingKey, AppError, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { prepareDialogs } from "../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useNoteUnsaved } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import classes from "./configs.module.css";
import { openPrivateKey } from "./private-key-dialog.tsx";
import { tokenKeysQuery } from "./token-keys-query.ts";

/** Who makes the pair. */
const MAKERS = ["platform", "own"] as const;

interface KeyValues extends Record<string, unknown> {
  name: string;
  maker: (typeof MAKERS)[number];
  /** PEM; of one's own pair alone. */
  publicKey: string;
}

interface TokenKeyFormProps {
  clientUuid: string;
  onClose: () => void;
}

/** A key that is added. */
export function TokenKeyForm({ clientUuid, onClose }: TokenKeyFormProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useKeyForm(clientUuid, onClose);
  useNoteUnsaved(form.isDirty());
  const { maker } = form.getValues();
  return (
    <form
      className={classes.siteForm}
      noValidate
      aria-label={t("configs.tokens.add")}
      onSubmit={handleSubmit}
    >
      <FormFault fault={fault} title={t("configs.tokens.failed")} />
      <TextInput
        label={t("configs.name")}
        name="name"
        maxLength={100}
        maw={420}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Radio.Group label={t("configs.tokens.maker")} {...form.getInputProps("maker")}>
        <Stack gap="xs" mt="xs">
          {MAKERS.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`configs.tokens.makers.${each}`)}
              description={t(`configs.tokens.makerHints.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {maker === "own" && (
        <Textarea
          label={t("configs.tokens.publicKey")}
          description={t("configs.tokens.publicKeyHint")}
          name="publicKey"
          rows={5}
          maxLength={2_000}
          placeholder={"-----BEGIN PUBLIC KEY-----\n…\n-----END PUBLIC KEY-----"}
          spellCheck={false}
          styles={{ input: { fontFamily: "ui-monospace, monospace", fontSize: 12.5 } }}
          {...form.getInputProps("publicKey")}
        />
      )}
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {t("configs.tokens.add")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </Group>
    </form>
  );
}

function useKeyForm(clientUuid: string, onClose: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useAppForm<KeyValues, AddedStreamingKey>({
    initialValues: { name: "", maker: "platform", publicKey: "" },
    validate: ({ name, maker, publicKey }) => ({
      name: !name.trim() && t("configs.nameMissing"),
      publicKey: maker === "own" && !publicKey.trim() && t("configs.tokens.publicKeyMissing"),
    }),
    async send({ name, maker, publicKey }) {
      // Before the key is made: what shows it must be there, since it is told once.
      await prepareDialogs().catch((cause: unknown) => {
        throw new AppError("unavailable", String(cause));
      });
      return call(routes.addStreamingKey, {
        params: { id: clientUuid },
        body: { name: name.trim(), ...(maker === "own" ? { publicKey: publicKey.trim() } : {}) },
      });
    },
    async onSent({ uuid, name, privateKey }) {
      if (privateKey !== null) openPrivateKey({ uuid, name, privateKey });
      else notify.success({ message: t("configs.tokens.added", { name }) });
      onClose();
      await queries.invalidateQueries(tokenKeysQuery(clientUuid));
    },
  });
}
