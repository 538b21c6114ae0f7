import type { UserView } from "@shoal/contract";
import { collaboratorRoleOf } from "@shoal/domain";
import { useTranslation } from "react-i18next";

/**
 * Returns a function that names a user's roles, widest first: 'account manager' and 'video manager' for collaborators
 * (§6).
 */
export function useRoleText(): (user: Pick<UserView, "roles">) => string {
  const { t } = useTranslation();
  return ({ roles }) => {
    if (roles.includes("admin")) return t("profile.roles.admin");
    const role = collaboratorRoleOf(roles);
    if (role) return t(role === "account manager" ? "profile.roles.manager" : "profile.roles.editor");
    return t(roles.length > 0 ? "profile.roles.readAnalytics" : "profile.roles.none");
  };
}
