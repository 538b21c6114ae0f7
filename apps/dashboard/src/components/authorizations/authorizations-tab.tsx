import { SimpleGrid, Stack, Switch, TagsInput } from "@mantine/core";
import type { Authorizations } from "@shoal/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { isIpOrCidr } from "./address-form.ts";
import { authorizationsQuery, saveList } from "./authorizations-query.ts";
import { CountriesField } from "./countries-field.tsx";
import { ListForm } from "./list-form.tsx";
import { VideosField } from "./videos-field.tsx";

interface PartProps {
  clientUuid: string;
  lists: Authorizations;
}

/** Who may watch the videos of a client: addresses, VPNs, countries, videos. */
export function AuthorizationsTab({ clientUuid }: { clientUuid: string }) {
  const lists = useQuery(authorizationsQuery(clientUuid));
  if (!lists.data)
    return lists.error ? (
      <ErrorState error={lists.error} onRetry={lists.refetch} />
    ) : (
      <PageSkeleton blocks={4} />
    );
  const part = { clientUuid, lists: lists.data };
  return (
    <Stack gap="lg" maw={1080}>
      <Addresses {...part} />
      <Vpns {...part} />
      <Countries {...part} />
      <Videos {...part} />
    </Stack>
  );
}

type AddressList = "authorizedIPs" | "unauthorizedIPs" | "authorizedVPNsList";

function AddressField({ clientUuid, lists, name }: PartProps & { name: AddressList }) {
  const { t } = useTranslation();
  const fault = (entries: string[]) => {
    const wrong = entries.filter((entry) => !isIpOrCidr(entry));
    return wrong.length > 0
      ? t("clients.authorizations.addressFault", { addresses: wrong.join(", ") })
      : undefined;
  };
  return (
    <ListForm clientUuid={clientUuid} name={name} saved={lists[name]} fault={fault}>
      {(entries, change) => (
        <TagsInput
          label={t(`clients.authorizations.${name}`)}
          description={t(`clients.authorizations.hints.${name}`)}
          placeholder={entries.length === 0 ? "192.0.2.0/24" : ""}
          splitChars={[",", " ", ";"]}
          acceptValueOnBlur
          value={entries}
          onChange={change}
          error={fault(entries)}
        />
      )}
    </ListForm>
  );
}

function Addresses(part: PartProps) {
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

function Vpns(part: PartProps) {
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
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <AddressField {...part} name="authorizedVPNsList" />
    </Panel>
  );
}

function Countries({ clientUuid, lists }: PartProps) {
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
                onChange={change}
              />
            )}
          </ListForm>
        ))}
      </SimpleGrid>
    </Panel>
  );
}

function Videos({ clientUuid, lists }: PartProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("clients.authorizations.videos")}>
      <ListForm clientUuid={clientUuid} name="authorizedVideos" saved={lists.authorizedVideos}>
        {(entries, change) => <VideosField clientUuid={clientUuid} value={entries} onChange={change} />}
      </ListForm>
    </Panel>
  );
}
