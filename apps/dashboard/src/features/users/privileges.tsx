import { Checkbox, Stack } from "@mantine/core";
import { type ApiCall, ROLES, type Role, routes, type UserView } from "@shoal/contract";
import { canGiveRole } from "@shoal/domain";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { roleHint, roleName } from "../../components/people/role-texts.ts";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { errorText } from "../../lib/error-text.ts";
import { meQuery } from "../../lib/queries.ts";

interface PrivilegesProps {
  user: UserView;
  call: ApiCall;
  /** After each change: what the user is now must be read anew. */
  onChanged: () => Promise<unknown>;
}

/** The rights of a user; each box takes effect at once. */
export function Privileges({ user, call, onChanged }: PrivilegesProps) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  const change = useMutation({
    mutationFn: async ({ role, isGiven }: { role: Role; isGiven: boolean }) => {
      const params = { id: user.uuid, privId: role };
      await call(isGiven ? routes.grantPrivilege : routes.revokePrivilege, { params });
    },
    onSettled: onChanged,
  });
  const wanted = change.isPending ? change.variables : undefined;
  const isOffered = (role: Role) => role !== "admin" || canGiveRole(me?.roles ?? [], role) || has(role);
  const has = (role: Role) => user.roles.includes(role);
  return (
    <Stack gap="sm">
      <FormFault fault={change.error ? errorText(change.error) : undefined} title={t("users.rightsFailed")} />
      {ROLES.filter(isOffered).map((role) => (
        <Checkbox
          key={role}
          label={roleName(role)}
          description={canGiveRole(me?.roles ?? [], role) ? roleHint(role) : t("nav.readOnly")}
          checked={wanted?.role === role ? wanted.isGiven : has(role)}
          disabled={change.isPending || !canGiveRole(me?.roles ?? [], role)}
          onChange={(event) => change.mutate({ role, isGiven: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}
