import { Group, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { ROLES, type Role } from "@shoal/contract";
import { canGiveRole } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../lib/queries.ts";
import classes from "./role-field.module.css";
import { roleHint, roleName } from "./role-texts.ts";

interface RoleFieldProps {
  value?: Role[];
  onChange?: (roles: Role[]) => void;
  error?: unknown;
}

/**
 * Selects the role of a new user, among those that the signed-in user may grant. More roles can be added by editing the user.
 */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  // The role with the fewest rights comes first, so that users do not grant more than necessary by default.
  const roles = ROLES.filter((role) => canGiveRole(me?.roles ?? [], role)).toReversed();
  return (
    <Radio.Group
      label={t("users.role")}
      name="roles"
      value={value?.[0] ?? null}
      onChange={(role) => onChange?.([role as Role])}
      error={typeof error === "string" && error}
    >
      <SimpleGrid minColWidth={210} autoFlow="auto-fit" spacing={10} mt={6}>
        {roles.map((role) => (
          <Radio.Card key={role} value={role} className={classes.card ?? ""}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <Stack gap={2}>
                <Text size="sm" fw={600} component="span">
                  {roleName(role)}
                </Text>
                <Text size="xs" c="dimmed" component="span">
                  {roleHint(role)}
                </Text>
              </Stack>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
