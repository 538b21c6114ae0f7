import { SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import type { Authorizations } from "@shoal/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { CountriesField } from "../delivery-rules/inputs/countries-field.tsx";
import { EntriesField } from "../delivery-rules/inputs/entries-field.tsx";
import { EntriesList } from "../delivery-rules/inputs/entries-list.tsx";
import { FormFault } from "../ui/form/form-fault.tsx";
import { Panel } from "../ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../ui/states.tsx";
import { authorizationsQuery, saveList } from "./authorizations-query.ts";
import { ListForm } from "./list-form.tsx";
import { VideosField } from "./videos-field.tsx";

interface PartProps {
  clientUuid: string;
  lists: Authorizations;
  isReadOnly: boolean;
}

/** Edits the access lists of a client: addresses, VPNs, countries, videos. */
export function AuthorizationsTab({
  clientUuid,
  isReadOnly = false,
}: {
  clientUuid: string;
  isReadOnly?: boolean;
}) {
  const lists = useQuery(authorizationsQuery(clientUuid));
  if (!lists.data)
    return lists.error ? (
      <ErrorState error={lists.error} onRetry={lists.refetch} />
    ) : (
      <PageSkeleton blocks={4} />
    );
  const part = { clientUuid, lists: lists.data, isReadOnly };
  return (
    <Stack gap="lg" maw={1080}>
      <AddressesForm {...part} />
      <VpnsForm {...part} />
      <CountriesForm {...part} />
      <VideosForm {...part} />
    </Stack>
  );
}

type AddressList = "authorizedIPs" | "unauthorizedIPs" | "authorizedVPNsList";

function AddressField({ clientUuid, lists, isReadOnly, name }: PartProps & { name: AddressList }) {
  const { t } = useTranslation();
  const label = t(`clients.authorizations.${name}`);
  return (
    <ListForm clientUuid={clientUuid} name={name} saved={lists[name]}>
      {(entries, change) => (
        <div>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <Text size="xs" c="dimmed" mb={8}>
            {t(`clients.authorizations.hints.${name}`)}
          </Text>
          {isReadOnly ? (
            <ReadOnlyList label={label} entries={entries} />
          ) : (
            <EntriesField kind="address" label={label} value={entries} onChange={change} />
          )}
        </div>
      )}
    </ListForm>
  );
}

function ReadOnlyList({ label, entries }: { label: string; entries: readonly string[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return <Text size="sm">{t("deliveryRules.lists.empty")}</Text>;
  return <EntriesList label={label} entries={entries} />;
}

function AddressesForm(part: PartProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("clients.authorizations.addresses")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <AddressField {...part} name="authorizedIPs" />
        <AddressField {...part} name="unauthorizedIPs" />
      </SimpleGrid>
    </Panel>
  );
}

function VpnsForm(part: PartProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (authorizedVPNs: boolean) => saveList(queries, part.clientUuid, { authorizedVPNs }),
  });
  return (
    <Panel title={t("clients.authorizations.vpns")}>
      <FormFault fault={change.error ? errorText(change.error) : undefined} />
      <Switch
        label={t("clients.authorizations.authorizedVPNs")}
        checked={change.isPending ? change.variables : part.lists.authorizedVPNs}
        disabled={change.isPending || part.isReadOnly}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <AddressField {...part} name="authorizedVPNsList" />
    </Panel>
  );
}

function CountriesForm({ clientUuid, lists, isReadOnly }: PartProps) {
  const { t } = useTranslation();
  const names = ["authorizedCountries", "unauthorizedCountries"] as const;
  return (
    <Panel title={t("clients.authorizations.countries")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {names.map((name) => (
          <ListForm key={name} clientUuid={clientUuid} name={name} saved={lists[name]}>
            {(entries, change) => (
              <CountriesField
                label={t(`clients.authorizations.${name}`)}
                description={t(`clients.authorizations.hints.${name}`)}
                value={entries}
                readOnly={isReadOnly}
                onChange={change}
              />
            )}
          </ListForm>
        ))}
      </SimpleGrid>
    </Panel>
  );
}

function VideosForm({ clientUuid, lists, isReadOnly }: PartProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("clients.authorizations.videos")}>
      <ListForm clientUuid={clientUuid} name="authorizedVideos" saved={lists.authorizedVideos}>
        {(entries, change) => (
          <VideosField
            clientUuid={clientUuid}
            label={t("clients.authorizations.authorizedVideos")}
            description={t("clients.authorizations.hints.authorizedVideos")}
            isReadOnly={isReadOnly}
            value={entries}
            onChange={change}
          />
        )}
      </ListForm>
    </Panel>
  );
}
