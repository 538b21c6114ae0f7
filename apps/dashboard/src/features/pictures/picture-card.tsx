import { Button, Group, Stack, Text } from "@mantine/core";
import type { PictureView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { PictureImage } from "../../components/pictures/picture-image.tsx";
import { formatDay } from "../../lib/dates.ts";
import { numberFormat } from "../../lib/figures.ts";
import { useMayModify } from "../../lib/user.ts";
import { usePictureActions } from "./use-picture-actions.tsx";

/** Shows one picture of the library: a preview, its details, and its actions. */
export function PictureCard({ picture }: { picture: PictureView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { openEditDialog, confirmRemove } = usePictureActions(picture);
  const { name } = picture;
  return (
    <Stack component="li" variant="panel" gap={0} style={{ overflow: "hidden" }}>
      <PictureImage picture={picture} />
      <Stack gap={4} pt="sm" pr={14} pb={14} pl={14} flex={1}>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <PictureFacts picture={picture} />
        {mayModify && (
          <Group gap="xs" align="stretch" wrap="nowrap" mt="auto" pt="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={t("pictures.edit", { name })}
              onClick={openEditDialog}
            >
              {t("pictures.editShort")}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              aria-label={t("pictures.removeNamed", { name })}
              onClick={confirmRemove}
            >
              {t("pictures.remove")}
            </Button>
          </Group>
        )}
      </Stack>
    </Stack>
  );
}

function PictureFacts({ picture }: { picture: PictureView }) {
  const { t, i18n } = useTranslation();
  const { width, height, sizeBytes, createdAt, modifiedAt, outroCount, alt } = picture;
  const size = numberFormat(i18n.language, {
    style: "unit",
    unit: "kilobyte",
    maximumFractionDigits: 0,
  }).format(Math.ceil(sizeBytes / 1_000));
  const [added, changed] = [formatDay(createdAt), formatDay(modifiedAt)];
  const dates = [
    t("pictures.added", { date: added }),
    ...(changed === added ? [] : [t("pictures.changed", { date: changed })]),
  ];
  return (
    <>
      {alt && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {alt}
        </Text>
      )}
      {width !== null && (
        <Text size="sm" c="dimmed">
          {t("pictures.size", { width, height, size })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {dates.join(", ")}
      </Text>
      {outroCount > 0 && (
        <Text size="sm" c="dimmed">
          {t("pictures.used", { count: outroCount })}
        </Text>
      )}
    </>
  );
}
