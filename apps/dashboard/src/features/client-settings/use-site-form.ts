import { type ConfigSite, type ConfigView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { type EditForm, useEditForm } from "../../components/ui/form/use-edit-form.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { cacheConfig, loadConfig } from "./configs-query.ts";
import { NEW_SITE, putSite, type SiteValues, valuesOfSite } from "./site-values.ts";

/** A site as it was when its config was loaded. */
interface EditedSite {
  revision: number;
  values: SiteValues;
}

interface SiteForm extends EditForm<SiteValues, EditedSite> {
  /** Whether another user has removed the site in the meantime. */
  isGone: boolean;
}

class SiteDeletedError extends Error {}

/**
 * Returns the form of a site within a config that others may edit at the same time: it shows only their changes to this
 * site.
 * @param site the site to edit; undefined for a new one.
 */
export function useSiteForm(opened: ConfigView, site: ConfigSite | undefined, onClose: () => void): SiteForm {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isGone, setGone] = useState(false);
  /** The revision of the config on which the change is based. */
  const config = useRef(opened);
  const params = { id: opened.uuid };
  const began = site ? valuesOfSite(site) : NEW_SITE;
  const find = () => config.current.sites.find(({ uuid }) => uuid === site?.uuid);
  async function read(): Promise<EditedSite> {
    config.current = await loadConfig(queries, opened.uuid);
    const now = find();
    if (site && !now && !isGone) throw new SiteDeletedError();
    return { revision: config.current.revision, values: now ? valuesOfSite(now) : began };
  }
  async function save(changes: Partial<SiteValues>, revision: number): Promise<EditedSite> {
    const now = find();
    const values = { ...(now ? valuesOfSite(now) : began), ...changes };
    const next = { ...values, name: values.name.trim() };
    const sites = putSite(config.current.sites, site?.uuid, next);
    const saved = await call(routes.updateConfig, { params, body: { revision, sites } });
    await cacheConfig(queries, saved);
    return { revision: saved.revision, values: next };
  }
  const edit = useEditForm<SiteValues, EditedSite>({
    entity: { revision: opened.revision, values: began },
    valuesOf: ({ values }) => values,
    validate: ({ name }) => ({ name: !name.trim() && t("configs.nameMissing") }),
    read,
    save,
    onSaved() {
      notify.success({ message: t("configs.site.saved") });
      onClose();
    },
    onRefused(error) {
      if (error instanceof SiteDeletedError) setGone(true);
      return error instanceof SiteDeletedError;
    },
  });
  useReportUnsaved(edit.form.isDirty());
  return { ...edit, isGone };
}
