import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { NewProjectForm } from "./new-project-form.tsx";
import classes from "./projects.module.css";

/** Shows the form of the window "New Project" as a page (§2, /newproject). */
export function NewProjectPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t("projects.newTitle")} />
      <UnsavedChanges>
        <div className={classes.form}>
          <NewProjectForm
            onCreated={({ uuid, currentVersion }) => void navigate(`/vireed/${uuid}/${currentVersion}`)}
          />
        </div>
      </UnsavedChanges>
    </>
  );
}
