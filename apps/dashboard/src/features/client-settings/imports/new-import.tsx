import { Alert, Button, Code, FileButton, Group, Select, Stack, Text } from "@mantine/core";
import {
  IMPORT_SOURCE_KINDS,
  type ImportSourceKind,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_ROWS,
} from "@shoal/contract";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { numberText } from "../../../lib/figures.ts";
import { importsQuery, sendList } from "./imports-query.ts";
import { SourceForm } from "./source-form.tsx";

const EXAMPLE_LIST = `url,title,tags,captions,chapters
https://media.example.org/harbour.mp4,The harbour,sea|boats,fr=https://media.example.org/harbour-fr.vtt,0:00=Start|1:05=At sea
https://media.example.org/dunes.mp4,The dunes,sea,,`;

/** Selects the source of videos: an uploaded list, or a service. */
export function NewImport() {
  const { t } = useTranslation();
  const [source, setSource] = useState<ImportSourceKind>();
  return (
    <Stack gap="md">
      <Select
        label={t("imports.source")}
        value={source ?? "list"}
        data={[
          { value: "list", label: t("imports.sources.list") },
          ...IMPORT_SOURCE_KINDS.map((value) => ({ value, label: t(`imports.sources.${value}.name`) })),
        ]}
        allowDeselect={false}
        maw={320}
        onChange={(value) => setSource(IMPORT_SOURCE_KINDS.find((kind) => kind === value))}
      />
      {source ? <SourceForm key={source} kind={source} /> : <ListStep />}
    </Stack>
  );
}

function ListStep() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [isHelpShown, setHelpShown] = useState(false);
  const reset = useRef<() => void>(null);
  const send = useMutation({
    mutationFn: sendList,
    onSettled: () => queries.invalidateQueries({ queryKey: importsQuery.queryKey }),
  });
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <FileButton
          accept=".csv,.json,.ndjson,.jsonl,.txt,text/csv,application/json"
          resetRef={reset}
          onChange={(file) => {
            // Resetting the input lets the same file be selected again after it was corrected.
            reset.current?.();
            if (file) send.mutate(file);
          }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={16} />} loading={send.isPending}>
              {t("imports.choose")}
            </Button>
          )}
        </FileButton>
        <Button variant="default" aria-expanded={isHelpShown} onClick={() => setHelpShown(!isHelpShown)}>
          {t("imports.format")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t("imports.limits", {
          rows: numberText(MAX_IMPORT_ROWS, i18n.language),
          megabytes: MAX_IMPORT_FILE_BYTES / 1_000_000,
        })}
      </Text>
      {send.error && <Alert color="red">{errorText(send.error)}</Alert>}
      {isHelpShown && (
        <Stack variant="sunken" gap="xs">
          <Text size="sm">{t("imports.formatText")}</Text>
          <Code block tabIndex={0} style={{ overflow: "auto" }}>
            {EXAMPLE_LIST}
          </Code>
          <Text size="sm">{t("imports.formatJson")}</Text>
        </Stack>
      )}
    </Stack>
  );
}
