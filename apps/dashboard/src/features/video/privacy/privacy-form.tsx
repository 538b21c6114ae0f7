import { Alert, Box, Fieldset, Stack, Text } from "@mantine/core";
import { MAX_VIDEO_PASSWORD_LENGTH, VIDEO_PASSWORD_MIN_LENGTH, type VideoView } from "@shoal/contract";
import { valuesOf } from "@shoal/domain";
import { useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirmLockout } from "../../../components/delivery-rules/confirm-lockout.tsx";
import { findNewLockouts } from "../../../components/delivery-rules/find-lockouts.ts";
import { EntriesField } from "../../../components/delivery-rules/inputs/entries-field.tsx";
import type { RuleSubject } from "../../../components/delivery-rules/rule-subject.ts";
import { resolveWith, type SubjectRules } from "../../../components/delivery-rules/rule-values.ts";
import { RULES_KEY, saveRules } from "../../../components/delivery-rules/rules-query.ts";
import { PasswordField } from "../../../components/ui/form/password-field.tsx";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { SectionForm } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";
import { PresetIcon } from "./preset-icon.tsx";
import classes from "./privacy.module.css";
import { changesFor, effectiveRulesOf, PRIVACY_PRESETS, type PrivacyPreset, privacyOf } from "./privacy.ts";

interface PrivacyFormProps {
  video: VideoView;
  subject: RuleSubject;
  /** The rules at the time when the form was opened. */
  opened: SubjectRules;
  onEnd: () => void;
}

/** Selects a preset of who can watch. Saving sets the video's own rules, and its password if the preset requires one. */
export function PrivacyForm(props: PrivacyFormProps) {
  const { video, onEnd } = props;
  const { t } = useTranslation();
  const form = usePrivacyForm(props);
  const { preset, sites, addresses, password } = form;
  return (
    <SectionForm edit={form} onCancel={onEnd} failed={t("videoPage.privacy.saveFailed")}>
      <Fieldset variant="unstyled" aria-label={t("videoPage.sections.privacy")}>
        <Stack gap="xs">
          {PRIVACY_PRESETS.map((each) => (
            <PresetChoice key={each} preset={each} isChosen={each === preset} onChoose={form.setPreset} />
          ))}
        </Stack>
      </Fieldset>
      {preset === "sites" && (
        <EntriesField
          kind="host"
          label={t("videoPage.privacy.sites")}
          value={sites}
          onChange={form.setSites}
        />
      )}
      {preset === "organisation" && (
        <EntriesField
          kind="address"
          label={t("videoPage.privacy.addresses")}
          value={addresses}
          onChange={form.setAddresses}
        />
      )}
      {preset === "password" && (
        <PasswordField
          label={t("videoPage.password.field")}
          description={video.isPassword ? t("videoPage.privacy.keepPassword") : undefined}
          autoComplete="off"
          maw={360}
          maxLength={MAX_VIDEO_PASSWORD_LENGTH}
          value={password}
          onChange={(event) => form.setPassword(event.currentTarget.value)}
        />
      )}
      {preset === "public" && video.isPassword && (
        <Alert color="orange">{t("videoPage.privacy.dropsPassword")}</Alert>
      )}
      <Text size="sm" c="dimmed">
        {t("videoPage.privacy.rest")}
      </Text>
    </SectionForm>
  );
}

interface PresetChoiceProps {
  preset: PrivacyPreset;
  isChosen: boolean;
  onChoose: (preset: PrivacyPreset) => void;
}

function PresetChoice({ preset, isChosen, onChoose }: PresetChoiceProps) {
  const { t } = useTranslation();
  return (
    <label className={classes.preset}>
      <input type="radio" name="privacy" checked={isChosen} onChange={() => onChoose(preset)} />
      <PresetIcon preset={preset} />
      <span>
        <Box component="span" display="block" fw={600}>
          {t(`videoPage.privacy.presets.${preset}`)}
        </Box>
        <Text span c="dimmed" fz="sm">
          {t(`videoPage.privacy.hints.${preset}`)}
        </Text>
      </span>
    </label>
  );
}

function usePrivacyForm({ video, subject, opened, onEnd }: PrivacyFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const change = useVideoChange(video.uuid);
  const [first] = useState(() => {
    const rules = effectiveRulesOf(opened, Date.now());
    const { preset, hosts } = privacyOf(video, rules, Date.now());
    return { preset, sites: [...hosts], addresses: [...rules.authorizedIPs] };
  });
  const [preset, setPreset] = useState(first.preset);
  const [sites, setSites] = useState<string[]>(first.sites);
  const [addresses, setAddresses] = useState<string[]>(first.addresses);
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const isTouched =
    preset !== first.preset ||
    password !== "" ||
    (preset === "sites" && sites.join() !== first.sites.join()) ||
    (preset === "organisation" && addresses.join() !== first.addresses.join());
  useReportUnsaved(isTouched);

  function findFault(): string | undefined {
    if (preset === "sites" && sites.length === 0) return t("videoPage.privacy.sitesFault");
    if (preset === "organisation" && addresses.length === 0) return t("videoPage.privacy.addressesFault");
    const isAsked = preset === "password" && (!video.isPassword || password !== "");
    if (isAsked && password.normalize("NFC").length < VIDEO_PASSWORD_MIN_LENGTH)
      return t("videoPage.password.short", { count: VIDEO_PASSWORD_MIN_LENGTH });
    return undefined;
  }

  /** Saves the preset and sets a password before the rules but removes it after them, so that the video is never open between the calls. */
  async function save(): Promise<void> {
    setSending(true);
    setFault(undefined);
    try {
      if (preset === "password" && password !== "") await change({ isPassword: true, password });
      const rules = changesFor(preset, { sites, addresses }, opened, Date.now());
      if (Object.keys(rules).length > 0) await saveRules(subject, rules, opened.revision);
      if (preset === "public" && video.isPassword) await change({ isPassword: false });
      notify.success({ message: t("videoPage.privacy.saved") });
      onEnd();
    } catch (error) {
      setFault(isEditConflict(error) ? t("deliveryRules.summary.conflict") : errorText(error));
    } finally {
      setSending(false);
      void queries.invalidateQueries({ queryKey: [RULES_KEY] });
    }
  }

  function handleSubmit(event: SyntheticEvent): void {
    event.preventDefault();
    const wrong = findFault();
    setFault(wrong);
    if (wrong) return;
    const nowMs = Date.now();
    const rules = changesFor(preset, { sites, addresses }, opened, nowMs);
    const after = valuesOf(resolveWith(opened, { ...opened.own, ...rules }, nowMs));
    const closings = findNewLockouts(effectiveRulesOf(opened, nowMs), after);
    if (closings.length > 0) confirmLockout(closings, save);
    else void save();
  }
  return {
    preset,
    setPreset,
    sites,
    setSites,
    addresses,
    setAddresses,
    password,
    setPassword,
    fault,
    isSending,
    handleSubmit,
  };
}
