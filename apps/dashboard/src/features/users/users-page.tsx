import { Button, Collapse } from "@mantine/core";
import { type Invitation, ROLES, type UserView } from "@shoal/contract";
import { IconSearchOff, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { ClientSelect } from "../../components/people/client-select.tsx";
import { InvitedUser, InviteForm } from "../../components/people/invite-form.tsx";
import { ClosablePart } from "../../components/ui/form/closable-part.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { SearchField } from "../../components/ui/search-field.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { EditUser } from "./edit-user.tsx";
import { useUserColumns } from "./user-columns.tsx";
import classes from "./users-page.module.css";
import {
  USER_LIST,
  type UserListState,
  type UserScope,
  type UserSortField,
  userListQuery,
} from "./users-query.ts";

/** Shows the users of the client with the form for a new user (§2, /newuser), for its managers. */
export const OwnUsersPage = () => <UsersPage scope="client" isFormOpen />;

/** Lists the users of every client (§2, /manageuser), for the administration. */
export function AllUsersPage() {
  return (
    <>
      <AdminNav />
      <UsersPage scope="all" isFormOpen={false} />
    </>
  );
}

function UsersPage({ scope, isFormOpen }: { scope: UserScope; isFormOpen: boolean }) {
  const { t } = useTranslation();
  const { state, change, size, table } = useListPage(USER_LIST, (asked) => userListQuery(scope, asked));
  const [edited, setEdited] = useState<UserView>();
  const columns = useUserColumns(scope, setEdited);
  return (
    <>
      <UsersHeader scope={scope} state={state} change={change} size={size} isFormOpen={isFormOpen} />
      <DataTable
        {...table}
        caption={t("users.title")}
        columns={columns}
        rowKey={(user) => user.uuid}
        empty={<NoUsers state={state} onClear={() => change({ search: "", filters: { client: "" } })} />}
      />
      <EditUser scope={scope} user={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}

interface UsersHeaderProps {
  scope: UserScope;
  state: UserListState;
  change: ListChange<UserSortField, "client">;
  /** Total number of users; undefined while it is not known. */
  size: number | undefined;
  isFormOpen: boolean;
}

/** Shows the search, the clients to choose from, and a button for the form for a new user. */
function UsersHeader({ scope, state, change, size, isFormOpen }: UsersHeaderProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [isNew, setNew] = useState(isFormOpen || params.has("new"));
  const { client } = state.filters;
  const role = ROLES.find((each) => each === params.get("new")) ?? "editor";
  return (
    <>
      <PageHeader title={t("users.title")} note={size === undefined ? "" : t("users.count", { count: size })}>
        <SearchField
          search={state.search}
          onSearch={(search) => change({ search })}
          label={t(scope === "all" ? "users.searchAll" : "users.search")}
          clearLabel={t("shared.clearSearch")}
        />
        {scope === "all" && (
          <ClientSelect
            aria-label={t("users.client")}
            placeholder={t("users.everyClient")}
            className={classes.filter}
            value={client}
            onChange={(uuid) => change({ filters: { client: uuid } })}
          />
        )}
        <Button leftSection={<IconUserPlus size={17} />} aria-expanded={isNew} onClick={() => setNew(!isNew)}>
          {t("users.newTitle")}
        </Button>
      </PageHeader>
      <Collapse expanded={isNew} mb={isNew ? "lg" : 0}>
        {isNew && (
          <InviteUser
            key={client}
            scope={scope}
            client={client}
            firstRole={role}
            onClose={() => setNew(false)}
          />
        )}
      </Collapse>
    </>
  );
}

function NoUsers({ state, onClear }: { state: UserListState; onClear: () => void }) {
  const { t } = useTranslation();
  if (!state.search && !state.filters.client)
    return <EmptyState icon={<IconUsers size={34} />} title={t("users.empty")} text={t("users.emptyHint")} />;
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={t("shared.nothingFound")}
      text={t("shared.nothingFoundHint")}
    >
      <Button variant="default" onClick={onClear}>
        {t("shared.clearFilters")}
      </Button>
    </EmptyState>
  );
}

/** Invites a user, and shows the activation link. */
function InviteUser(props: Omit<ComponentProps<typeof InviteForm>, "onInvited">) {
  const { t } = useTranslation();
  const [invitation, setInvitation] = useState<Invitation>();
  const title = invitation ? t("users.invited", { username: invitation.user.username }) : t("users.newTitle");
  return (
    <Panel title={title} {...(invitation ? {} : { text: t("users.newText") })}>
      {invitation ? (
        <InvitedUser
          invitation={invitation}
          onAnother={() => setInvitation(undefined)}
          onClose={props.onClose}
        />
      ) : (
        <ClosablePart onClose={() => props.onClose?.()}>
          <InviteForm {...props} onInvited={setInvitation} />
        </ClosablePart>
      )}
    </Panel>
  );
}
