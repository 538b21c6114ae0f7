import { type ConfigView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { saveOverLatest } from "../../lib/edit-conflict.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { cacheConfig, configQuery, reloadConfigs } from "./configs-query.ts";

/** Returns functions that revoke and restore the key of a config, and delete the config. */
export function useConfigActions({ uuid, name }: ConfigView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { id: uuid };
  async function setRevoked(isRevoked: boolean): Promise<void> {
    // Saves over the latest revision, because the change concerns only the key and cannot overwrite other changes.
    const saved = await saveOverLatest(
      () => call(routes.getConfig, { params }),
      ({ revision }) => call(routes.updateConfig, { params, body: { revision, isRevoked } }),
    );
    await cacheConfig(queries, saved);
    notify.success({ message: t(isRevoked ? "configs.revokedDone" : "configs.restoredDone") });
  }
  async function remove(): Promise<void> {
    await call(routes.deleteConfig, { params });
    notify.success({ message: t("configs.deleted", { name }) });
    await navigate("/config");
    queries.removeQueries(configQuery(uuid));
    await reloadConfigs(queries);
  }
  return {
    confirmRevoke: () =>
      askConfirmation({
        title: t("configs.revokeTitle"),
        text: t("configs.revokeText"),
        confirm: t("configs.revoke"),
        isDangerous: true,
        run: () => setRevoked(true),
      }),
    confirmRestore: () =>
      askConfirmation({
        title: t("configs.restoreTitle"),
        text: t("configs.restoreText"),
        confirm: t("configs.restore"),
        run: () => setRevoked(false),
      }),
    confirmDelete: () =>
      askConfirmation({
        title: t("configs.deleteTitle", { name }),
        text: t("configs.deleteText"),
        confirm: t("configs.delete"),
        isDangerous: true,
        run: remove,
      }),
  };
}
