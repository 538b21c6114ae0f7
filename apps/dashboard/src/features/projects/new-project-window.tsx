import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { WindowContent } from "../../components/ui/windows/window-frame.tsx";
import { windows } from "../../components/ui/windows/windows.ts";
import { NewProjectForm } from "./new-project-form.tsx";

/** The title and form of the window "New Project" (§2). */
export const newProjectWindow: WindowContent = {
  useTitle: () => useTranslation().t("projects.newTitle"),
  Body: NewProject,
};

function NewProject() {
  const navigate = useNavigate();
  return (
    <Box p="md">
      <NewProjectForm
        onCreated={({ uuid, currentVersion }) => {
          windows.close("newProject");
          void navigate(`/vireed/${uuid}/${currentVersion}`);
        }}
      />
    </Box>
  );
}
