import { Anchor, Button, Text, Title } from "@mantine/core";
import { readsAnalyticsOnly } from "@shoal/domain";
import { IconBook, IconBug, IconMail } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { settingsQuery } from "../../lib/settings.ts";
import { useMe } from "../../lib/user.ts";
import classes from "./help-page.module.css";

/** A long word, or one in another language, takes two lines: cut, it would say nothing. */
const WHOLE = {
  root: { height: "auto", minHeight: 36, paddingBlock: 6 },
  label: { whiteSpace: "normal", overflowWrap: "anywhere" },
} as const;

/** Where to ask, what to send along, and where programmers look. */
export function SupportCard() {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const user = useMe();
  return (
    <aside className={classes.aside} aria-labelledby="help-support">
      <Title order={2} size="h5" id="help-support">
        {t("help.support.title")}
      </Title>
      <Text size="sm">{t("help.support.text")}</Text>
      {settings && (
        <Button
          component="a"
          href={`mailto:${settings.supportEmail}`}
          leftSection={<IconMail size={17} />}
          styles={WHOLE}
        >
          {settings.supportEmail}
        </Button>
      )}
      <Button
        component={Link}
        to="/debug"
        variant="default"
        leftSection={<IconBug size={17} />}
        styles={WHOLE}
      >
        {t("help.support.debug")}
      </Button>
      {user && !readsAnalyticsOnly(user.roles) && (
        <Button
          component={Link}
          to="/doc"
          variant="default"
          leftSection={<IconBook size={17} />}
          styles={WHOLE}
        >
          {t("help.support.docs")}
        </Button>
      )}
      <Text size="sm">
        {t("help.support.apiHint")}{" "}
        <Anchor href="/api/openapi.json" target="_blank" rel="noreferrer" inherit underline="always">
          {t("help.support.api")}
        </Anchor>
      </Text>
      {settings && (
        <Text size="xs" c="dimmed">
          {t("help.support.version", { version: settings.version })}
        </Text>
      )}
    </aside>
  );
}
