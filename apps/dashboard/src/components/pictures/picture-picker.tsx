import { Box, Button, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import type { PictureView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../ui/dialogs/dialogs.tsx";
import { Pager } from "../ui/pager.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { ErrorState } from "../ui/states.tsx";
import { useExistingPage } from "../ui/table/use-list-address.ts";
import { PictureDrop } from "./picture-drop.tsx";
import { PictureImage } from "./picture-image.tsx";
import classes from "./pictures.module.css";
import { pictureListQuery } from "./pictures-query.ts";

interface PickOptions {
  title: string;
  /** The id of the picture that is currently selected. */
  chosen: string | null;
  onPick: (picture: PictureView) => void;
}

/** Lets the user select or upload a picture in a dialog. Uses the texts of the "pictures" area. */
function pickPicture({ title, chosen, onPick }: PickOptions): void {
  const closing = openDialog({
    title,
    size: "xl",
    children: (
      <PicturePicker
        chosen={chosen}
        onPick={(picture) => {
          onPick(picture);
          void closing.then((close) => close());
        }}
      />
    ),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

const FIRST_PAGE = { page: 1, pageSize: 12 };

function PicturePicker({ chosen, onPick }: Omit<PickOptions, "title">) {
  const { t } = useTranslation();
  const [state, setState] = useState({ ...FIRST_PAGE, search: "" });
  const list = useQuery(pictureListQuery(state));
  useExistingPage(list, state, (change) => setState({ ...state, ...change }));
  const size = list.data?._size ?? 0;
  return (
    <Stack>
      <Group justify="space-between">
        <SearchField
          search={state.search}
          onSearch={(search) => setState({ ...state, page: 1, search })}
          label={t("pictures.search")}
          clearLabel={t("pictures.clearSearch")}
        />
      </Group>
      <PictureDrop onAdded={() => setState({ ...FIRST_PAGE, search: "" })} />
      {list.error && !list.data && <ErrorState error={list.error} onRetry={list.refetch} />}
      {list.data && size === 0 && (
        <Text c="dimmed">{t(state.search ? "pictures.nothingFound" : "pictures.empty")}</Text>
      )}
      <PictureChoice pictures={list.data?._embedded ?? []} chosen={chosen} onPick={onPick} />
      {size > FIRST_PAGE.pageSize && (
        <Pager {...state} size={size} onChange={(change) => setState({ ...state, ...change })} />
      )}
    </Stack>
  );
}

interface PictureChoiceProps extends Omit<PickOptions, "title"> {
  pictures: readonly PictureView[];
}

function PictureChoice({ pictures, chosen, onPick }: PictureChoiceProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.grid} data-small="true" style={{ margin: 0 }}>
      {pictures.map((picture) => (
        <li key={picture.id}>
          <UnstyledButton
            className={classes.pick}
            data-chosen={picture.id === chosen}
            aria-pressed={picture.id === chosen}
            aria-label={t("pictures.pickNamed", { name: picture.name })}
            disabled={picture.state !== "ready"}
            onClick={() => onPick(picture)}
          >
            <PictureImage picture={picture} />
            <Text span py={6} px="xs" truncate display="block" fz={13} ta="left">
              {picture.name}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

interface PictureFieldProps {
  label: string;
  picture: PictureView | null;
  fault?: string | undefined;
  isReadOnly?: boolean;
  onChange: (picture: PictureView | null) => void;
}

/** A form field that selects a picture from the library. */
export function PictureField({ label, picture, fault, isReadOnly = false, onChange }: PictureFieldProps) {
  const { t } = useTranslation();
  const pick = () => pickPicture({ title: label, chosen: picture?.id ?? null, onPick: onChange });
  const named = (action: string) => `${action}: ${label}`;
  return (
    <fieldset style={{ minWidth: 0, margin: 0, padding: 0, border: 0 }}>
      <Text component="legend" size="sm" fw={500} mb={6}>
        {label}
      </Text>
      <Group gap="sm">
        {picture ? (
          <Box w={132} bd="1px solid var(--shoal-line)" bdrs={10} style={{ overflow: "hidden" }}>
            <PictureImage picture={picture} />
            <Text span py={6} px="xs" truncate display="block" fz={13} ta="left">
              {picture.name}
            </Text>
          </Box>
        ) : (
          <Text size="sm" c="dimmed">
            {t("pictures.none")}
          </Text>
        )}
        {!isReadOnly && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={named(t(picture ? "pictures.pickAnother" : "pictures.pick"))}
              onClick={pick}
            >
              {t(picture ? "pictures.pickAnother" : "pictures.pick")}
            </Button>
            {picture && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={named(t("pictures.takeAway"))}
                onClick={() => onChange(null)}
              >
                {t("pictures.takeAway")}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
          {fault}
        </Text>
      )}
    </fieldset>
  );
}
