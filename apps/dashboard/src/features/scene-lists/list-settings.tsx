import { PasswordInput, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_VIDEO_PASSWORD_LENGTH,
  VIDEO_PASSWORD_MIN_LENGTH,
} from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Panel } from "../../components/ui/panel.tsx";
import type { ListDraft } from "./draft.ts";
import type { DraftFaults } from "./use-list-draft.ts";

interface ListSettingsProps {
  draft: ListDraft;
  faults: DraftFaults;
  /** Whether a password is already set. */
  hasPassword: boolean;
  onChange: (part: Partial<ListDraft>) => void;
}

/** Edits the settings of the whole list. */
export function ListSettings({ draft, faults, hasPassword, onChange }: ListSettingsProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("sceneList.settings")}>
      <Stack>
        <TextInput
          label={t("sceneList.title")}
          required
          maxLength={MAX_TITLE_LENGTH}
          value={draft.title}
          error={faults.title && t("sceneList.titleMissing")}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <Textarea
          label={t("sceneList.description")}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={draft.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <Switch
          label={t("sceneList.autoplay")}
          description={t("sceneList.autoplayHint")}
          checked={draft.autoplay}
          onChange={(event) => onChange({ autoplay: event.currentTarget.checked })}
        />
        <Switch
          label={t("sceneList.passwordAsked")}
          checked={draft.isPassword}
          onChange={(event) => onChange({ isPassword: event.currentTarget.checked, password: "" })}
        />
        {draft.isPassword && (
          <PasswordInput
            label={t("sceneList.passwordNew")}
            description={hasPassword && t("sceneList.passwordKept")}
            autoComplete="off"
            maw={360}
            maxLength={MAX_VIDEO_PASSWORD_LENGTH}
            value={draft.password}
            error={faults.password && t("sceneList.passwordShort", { count: VIDEO_PASSWORD_MIN_LENGTH })}
            visibilityToggleButtonProps={{ "aria-label": t("sceneList.passwordShow"), tabIndex: 0 }}
            onChange={(event) => onChange({ password: event.currentTarget.value })}
          />
        )}
      </Stack>
    </Panel>
  );
}
