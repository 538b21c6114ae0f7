import { Button, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { fillPath } from "@shoal/contract";
import { IconSend } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { session } from "../../../lib/session.ts";
import { CodeBlock } from "../code-block.tsx";
import type { DescribedCall } from "./calls.ts";

const TIMEOUT_MS = 30_000;
/** Maximum length of a displayed response. Longer responses are truncated. */
const MAX_SHOWN_LENGTH = 20_000;

interface CallOutcome {
  status: number;
  ms: number;
  text: string;
}

/** Makes a call with a key that the user enters, or as the signed-in user. Keys stay on this page and are never stored. */
export function TryCall({ call }: { call: DescribedCall }) {
  const { t } = useTranslation();
  const [key, setKey] = useState("");
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState("{}");
  const [outcome, setOutcome] = useState<CallOutcome | "unreachable" | undefined>();
  const [isBusy, setBusy] = useState(false);
  // Calls that upload files cannot be tried on this page.
  if (call.contentType && call.contentType !== "application/json") return null;
  const hasBody = call.contentType !== undefined;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const began = performance.now();
    try {
      const response = await fetch(callUrlOf(call, values), {
        method: call.method,
        headers: {
          ...(key.trim() ? { authorization: `Bearer ${key.trim()}` } : session.headers()),
          ...(hasBody ? { "content-type": "application/json" } : {}),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(hasBody ? { body } : {}),
      });
      const text = await response.text();
      setOutcome({ status: response.status, ms: Math.round(performance.now() - began), text });
    } catch {
      setOutcome("unreachable");
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t("docs.api.try")}
        </Text>
        <Text size="sm" c="dimmed">
          {t(call.method === "GET" ? "docs.api.tryHint" : "docs.api.tryChanges")}
        </Text>
        <TextInput
          type="password"
          label={t("docs.api.key")}
          description={t("docs.api.keyHint")}
          autoComplete="off"
          maxLength={300}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {call.parameters
            .filter(({ in: place }) => place !== "header")
            .map(({ name, isRequired }) => (
              <TextInput
                key={name}
                label={name}
                required={isRequired}
                maxLength={2_000}
                value={values[name] ?? ""}
                onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              />
            ))}
        </SimpleGrid>
        {hasBody && (
          <Textarea
            label={t("docs.api.body")}
            autosize
            minRows={3}
            maxRows={16}
            maxLength={100_000}
            ff="monospace"
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          leftSection={<IconSend size={16} />}
          style={{ alignSelf: "flex-start" }}
        >
          {t("docs.api.send")}
        </Button>
        <div aria-live="polite">
          {outcome === "unreachable" && <Text c="red">{t("docs.api.unreachable")}</Text>}
          {outcome && outcome !== "unreachable" && (
            <Stack gap={4}>
              <Text size="sm" fw={600}>
                {t("docs.api.outcome", { status: outcome.status, ms: outcome.ms })}
              </Text>
              <CodeBlock text={formatResponse(outcome.text) || t("docs.api.empty")} />
            </Stack>
          )}
        </div>
      </Stack>
    </form>
  );
}

function callUrlOf({ path, parameters }: DescribedCall, values: Record<string, string>): string {
  const given = parameters.filter(({ name, in: place }) => place === "query" && values[name]);
  const query = new URLSearchParams(given.map(({ name }) => [name, values[name] ?? ""]));
  return `${fillPath(path, values)}${given.length > 0 ? `?${query}` : ""}`;
}

function formatResponse(text: string): string {
  let pretty = text;
  try {
    pretty = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // The response is CSV or empty, and is shown unchanged.
  }
  return pretty.length > MAX_SHOWN_LENGTH ? `${pretty.slice(0, MAX_SHOWN_LENGTH)}\n…` : pretty;
}
