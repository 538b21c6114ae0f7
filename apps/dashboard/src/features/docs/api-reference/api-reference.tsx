import { Accordion, Badge, Code, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../components/ui/states.tsx";
import { CodeBlock } from "../code-block.tsx";
import { curlCommandOf, type DescribedCall, describeCall, findCalls, type ListedCall } from "./calls.ts";
import { TryCall } from "./try-call.tsx";

/** The maximum number of results whose groups a search expands. With more results, the groups stay collapsed. */
const MAX_OPENED_CALLS = 40;

/** Lists every call of the API, with a search, descriptions and a form to try it. */
export function ApiReference() {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<string[]>([]);
  const groups = findCalls(useDeferredValue(search));
  const count = groups.reduce((sum, [, calls]) => sum + calls.length, 0);
  const shown = search.trim() && count <= MAX_OPENED_CALLS ? groups.map(([group]) => group) : opened;
  return (
    <Stack gap="md">
      <TextInput
        type="search"
        maxLength={100}
        label={t("docs.api.find")}
        description={t("docs.api.findHint")}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {t("docs.api.count", { count })}
      </Text>
      {count === 0 && (
        <EmptyState
          icon={<IconSearchOff size={34} />}
          title={t("docs.api.nothing")}
          text={t("docs.nothingHint")}
        />
      )}
      <Accordion multiple variant="separated" order={2} value={shown} onChange={setOpened}>
        {groups.map(([group, calls]) => (
          <Accordion.Item key={group} value={group}>
            <Accordion.Control>
              <Group gap="xs" align="baseline">
                <Text fw={600}>{group}</Text>
                <Text size="sm" c="dimmed">
                  {calls.length}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>{shown.includes(group) && <CallList calls={calls} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function CallList({ calls }: { calls: ListedCall[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Accordion variant="contained" value={opened} onChange={setOpened} order={3}>
      {calls.map((call) => (
        <Accordion.Item key={call.name} value={call.name}>
          <Accordion.Control>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <MethodBadge method={call.method} />
              <Stack gap={0} miw={0}>
                <Text ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
                  {call.path}
                </Text>
                <Text size="sm" c="dimmed" lang="en">
                  {call.summary}
                </Text>
              </Stack>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>{opened === call.name && <CallDetails name={call.name} />}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const METHOD_COLOURS = { GET: "sea", POST: "green", PUT: "orange", PATCH: "orange", DELETE: "red" } as const;

function MethodBadge({ method }: { method: ListedCall["method"] }) {
  return (
    <Badge
      color={METHOD_COLOURS[method]}
      variant="outline"
      radius="sm"
      miw={68}
      c="var(--mantine-color-text)"
      style={{ flexShrink: 0 }}
    >
      {method}
    </Badge>
  );
}

function CallDetails({ name }: { name: string }) {
  const { t } = useTranslation();
  const [call] = useState(() => describeCall(name));
  if (!call) return null;
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Code>{`shoal.${call.name}()`}</Code> · {t(`docs.api.guards.${call.guard}`)}
        {call.scopes.length > 0 && ` · ${t("docs.api.scope", { scopes: call.scopes.join(", ") })}`}
        {isUnavailableToKeys(call) && ` · ${t("docs.api.noKey")}`}
      </Text>
      {call.parameters.length > 0 && <CallParameters call={call} />}
      {call.body && <CallPart title={t("docs.api.body")} text={call.body} />}
      <CallPart
        title={t("docs.api.answer", { status: call.status })}
        text={call.answer ?? t("docs.api.empty")}
      />
      <CallPart title="curl" text={curlCommandOf(call, location.origin)} />
      <TryCall call={call} />
    </Stack>
  );
}

const isUnavailableToKeys = ({ guard, scopes }: DescribedCall) =>
  scopes.length === 0 && guard !== "public" && guard !== "guest";

function CallPart({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <CodeBlock text={text} />
    </Stack>
  );
}

function CallParameters({ call }: { call: DescribedCall }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer
      minWidth={420}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={t("docs.api.parameters")}
    >
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("docs.api.parameters")}</Table.Th>
            <Table.Th>{t("docs.api.place")}</Table.Th>
            <Table.Th>{t("docs.api.type")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {call.parameters.map(({ name, in: place, isRequired, type }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Code>{name}</Code> {isRequired ? t("docs.api.required") : ""}
              </Table.Td>
              <Table.Td>{t(`docs.api.places.${place}`)}</Table.Td>
              <Table.Td ff="monospace" fz="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {type}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
