import { Button, Checkbox, FileButton, Group, Skeleton, Stack, Text } from "@mantine/core";
import { AppError, type CommentImport } from "@shoal/contract";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState } from "../../../components/ui/states.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { checkImport, type ExchangeTarget, importComments } from "./exchange-api.ts";
import { ImportRows } from "./import-rows.tsx";

const ACCEPTED_EXTENSIONS = ".edl,.csv,.otio";

interface ImportDialogProps {
  place: ExchangeTarget;
  onEnd: () => void;
}

/** Imports comments from a file after a preview. */
export function ImportDialog({ place, onEnd }: ImportDialogProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  /** The number of files chosen so far, which distinguishes a corrected file from the previous file with the same name. */
  const [choice, setChoice] = useState(0);
  const reset = useRef<() => void>(null);
  const [convertRate, setConvertRate] = useState(false);
  const [isInternal, setInternal] = useState(false);
  const [isSending, setSending] = useState(false);
  const check = useQuery({
    queryKey: ["comment-import", place.project.uuid, place.version.number, choice, convertRate, isInternal],
    queryFn: () => checkImport(place, { file: file as File, convertRate, isInternal }),
    enabled: file !== null,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  function handleFile(chosen: File | null): void {
    // Resetting the input lets the same file be chosen again after it was corrected.
    reset.current?.();
    if (!chosen) return;
    setFile(chosen);
    setChoice(choice + 1);
  }
  async function send(): Promise<void> {
    if (!file) return;
    setSending(true);
    try {
      const { newCount } = await importComments(place, { file, convertRate, isInternal });
      notify.success({ message: t("exchange.imported", { count: newCount }) });
      onEnd();
    } catch (error) {
      notify.failure({ message: errorText(error) });
      setSending(false);
    }
  }
  const newCount = check.data?.newCount ?? 0;
  return (
    <Stack>
      <Group gap="sm">
        <FileButton resetRef={reset} accept={ACCEPTED_EXTENSIONS} onChange={handleFile}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileImport size={16} aria-hidden />}>
              {t(file ? "exchange.otherFile" : "exchange.chooseFile")}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c={file ? "inherit" : "dimmed"} style={{ overflowWrap: "anywhere" }}>
          {file ? file.name : t("exchange.chooseHint")}
        </Text>
      </Group>
      <Checkbox
        label={t("exchange.convertRate")}
        description={t("exchange.convertRateHint")}
        checked={convertRate}
        onChange={(event) => setConvertRate(event.currentTarget.checked)}
      />
      <Checkbox
        label={t("comments.internal")}
        description={t("exchange.internalHint")}
        checked={isInternal}
        onChange={(event) => setInternal(event.currentTarget.checked)}
      />
      {file && <CheckResult check={check} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button disabled={newCount === 0 || check.isFetching} loading={isSending} onClick={() => void send()}>
          {newCount > 0 ? t("exchange.importCount", { count: newCount }) : t("exchange.importNothing")}
        </Button>
      </Group>
    </Stack>
  );
}

interface CheckResultProps {
  check: { data: CommentImport | undefined; error: unknown; refetch: () => unknown };
}

/** Shows the comments that the check found in the file, and its warnings. */
function CheckResult({ check: { data, error, refetch } }: CheckResultProps) {
  const { t } = useTranslation();
  if (error instanceof AppError && error.code === "comments_file_unreadable")
    return (
      <Text role="alert" size="sm" c="var(--shoal-bad)">
        {t("exchange.unreadable", { reason: error.fields?.[0]?.reason ?? error.message })}
      </Text>
    );
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data)
    return (
      <Stack gap="xs" role="status" aria-label={t("app.loading")}>
        <Skeleton h={20} w="60%" />
        <Skeleton h={120} />
      </Stack>
    );
  if (data.rows.length === 0)
    return <EmptyState icon={<IconFileImport size={30} />} title={t("exchange.nothing")} />;
  return <ImportRows found={data} />;
}
