import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { endView, useViewedClient } from "../lib/client-view.ts";
import { errorText } from "../lib/error-text.ts";
import { notify } from "../lib/notify.ts";
import classes from "./view-bar.module.css";

/** Shows administrators which client's data they are viewing, with a button to end the view. */
export function ViewBar() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const view = useViewedClient();
  const end = useMutation({
    mutationFn: endView,
    onSuccess: () => navigate("/"),
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  if (!view) return null;
  return (
    <aside className={classes.bar} aria-label={t("nav.viewing", { name: view.name })}>
      <IconEye size={18} aria-hidden />
      <span className={classes.text}>{t("nav.viewing", { name: view.name })}</span>
      <Button
        size="compact-sm"
        variant="white"
        color="dark"
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {t("nav.endView")}
      </Button>
    </aside>
  );
}
