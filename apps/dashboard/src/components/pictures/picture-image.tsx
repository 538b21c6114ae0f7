import { Loader, Text } from "@mantine/core";
import type { PictureView } from "@shoal/contract";
import { IconPhotoOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./pictures.module.css";

/**
 * Shows a picture of the library in its frame, or why it is missing. The picture needs no alternative text, because its name is next to it.
 */
export function PictureImage({ picture }: { picture: PictureView }) {
  const { t } = useTranslation();
  const { source, state, errorType } = picture;
  if (source)
    return (
      <div className={classes.frame}>
        <picture>
          {source.avif && <source type="image/avif" srcSet={source.avif} sizes="280px" />}
          <img src={source.src} srcSet={source.webp} sizes="280px" alt="" loading="lazy" decoding="async" />
        </picture>
      </div>
    );
  return (
    <div className={classes.frame} data-state={state}>
      {state === "preparing" ? <Loader size={24} /> : <IconPhotoOff size={26} aria-hidden />}
      <Text size="sm" fw={600}>
        {t(state === "preparing" ? "pictures.preparing" : "pictures.failed")}
      </Text>
      {errorType && (
        <Text size="xs" ta="center">
          {t(`pictures.faults.${errorType}`)}
        </Text>
      )}
    </div>
  );
}
