import { Button, Divider, Stack } from "@mantine/core";
import { IconBrandGithub } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { errorText } from "../../lib/error-text.ts";
import { goToProvider, type SignInPurpose } from "../../lib/provider.ts";
import { settingsQuery } from "../../lib/settings.ts";

/** Links to the code-hosting provider; shows nothing if none is configured. */
export function ProviderButton({ errand, label }: { errand: SignInPurpose; label: string }) {
  const { t } = useTranslation();
  const isThere = useQuery(settingsQuery).data?.github;
  const go = useMutation({ mutationFn: () => goToProvider(errand) });
  if (!isThere) return null;
  return (
    <Stack mt="md">
      <Divider label={t("auth.or")} />
      <FormFault fault={go.error ? errorText(go.error) : undefined} />
      <Button
        variant="default"
        leftSection={<IconBrandGithub size={18} />}
        // After success, the button stays busy until the browser has left the page.
        loading={go.isPending || go.isSuccess}
        onClick={() => go.mutate()}
      >
        {label}
      </Button>
    </Stack>
  );
}
