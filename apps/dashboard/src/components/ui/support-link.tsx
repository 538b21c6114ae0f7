import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settingsQuery } from "../../lib/settings.ts";

/** Links to the support contact (§1); shows nothing if no contact is known. */
export function SupportLink() {
  const { t } = useTranslation();
  const email = useQuery(settingsQuery).data?.supportEmail;
  if (!email) return null;
  return (
    <Text size="sm" c="dimmed" ta="center">
      {t("common.support")}{" "}
      <Anchor href={`mailto:${email}`} inherit>
        {email}
      </Anchor>
    </Text>
  );
}
