import { Button, Text } from "@mantine/core";
import type { PictureView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { PictureImage } from "../../components/pictures/picture-image.tsx";
import classes from "../../components/pictures/pictures.module.css";
import { dayOf } from "../../lib/dates.ts";
import { numberFormat } from "../../lib/figures.ts";
import { useMayModify } from "../../lib/user.ts";
import { usePictureDeeds } from "./use-picture-deeds.tsx";

/** One picture of the bank: how it looks, what is known of it, and what can be done. */
export function PictureCard({ picture }: { picture: PictureView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const { askEdit, askRemove } = usePictureDeeds(picture);
  const { name } = picture;
  return (
    <li className={classes.card}>
      <PictureImage picture={picture} />
      <div className={classes.about}>
        <Text fw={600} className={classes.name}>
          {name}
        </Text>
        <Facts picture={picture} />
        {mayModify && (
          <div className={classes.actions}>
            <Button size="xs" variant="default" aria-label={t("pictures.edit", { name })} onClick={askEdit}>
              {t("pictures.editShort")}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              aria-label={t("pictures.removeNamed", { name })}
              onClick={askRemove}
            >
              {t("pictures.remove")}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

function Facts({ picture }: { picture: PictureView }) {
  const { t, i18n } = useTranslation();
  const { width, height, sizeBytes, createdAt, modifiedAt, outroCount, alt } = picture;
  const size = numberFormat(i18n.language, {
    style: "unit",
    unit: "kilobyte",
    maximumFractionDigits: 0,
  }).format(Math.ceil(sizeBytes / 1_000));
  const [added, changed] = [dayOf(createdAt), dayOf(modifiedAt)];
  const dates = [
    t("pictures.added", { date: added }),
    ...(changed === added ? [] : [t("pictures.changed", { date: changed })]),
  ];
  return (
    <>
      {alt && (
        <Text size="sm" className={classes.name}>
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
