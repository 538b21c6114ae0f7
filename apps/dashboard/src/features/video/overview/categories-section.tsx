import { Autocomplete, Button, Group, Pill, Stack, Text } from "@mantine/core";
import { type Category, routes, type VideoView } from "@shoal/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { keepRowFocus } from "../../../components/ui/keep-row-focus.ts";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { cacheVideo } from "../../../lib/video-cache.ts";
import { Section } from "../section.tsx";

const MAX_NAME_LENGTH = 100;

const categoriesQuery = queryOptions({
  queryKey: ["categories"],
  queryFn: ({ signal }) => call(routes.listCategories, {}, { signal }),
});

/** Edits the client's own categories of this video; a new category can be created here. Each change takes effect immediately. */
export function CategoriesSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify() && !video.isDeleted;
  const known = useQuery(categoriesQuery);
  const changing = useCategoryChanges(video);
  const error = changing.error ?? known.error;
  const all = known.data ?? [];
  const own = all.filter(({ id }) => video.categories.includes(id));
  return (
    <Section section="categories" hint={t("videoPage.categories.hint")} aside={<ReadOnly />}>
      <FormFault fault={error ? errorText(error) : undefined} title={t("videoPage.categories.failed")} />
      {known.data && own.length === 0 && <Text>{t("videoPage.categories.none")}</Text>}
      {own.length > 0 && (
        <AssignedCategories categories={own} {...(mayModify ? { onRemove: changing.remove } : {})} />
      )}
      {mayModify && (
        <AddCategoryField
          others={all.filter(({ id }) => !video.categories.includes(id))}
          isSending={changing.isPending}
          onAdd={changing.add}
        />
      )}
    </Section>
  );
}

function useCategoryChanges(video: VideoView) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (work: () => Promise<VideoView>) => work(),
    onSuccess: (saved) => cacheVideo(queries, saved),
    onSettled: () => queries.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  });
  const paramsOf = (categoryId: string) => ({ params: { id: video.uuid, categoryId } });
  return {
    error: change.error,
    isPending: change.isPending,
    remove: ({ id }: Category) => change.mutate(() => call(routes.removeFromCategory, paramsOf(id))),
    /** Adds a category; a category with an unknown name is created first. */
    add: (name: string, existing: Category | undefined) =>
      change.mutateAsync(async () => {
        const { id } = existing ?? (await call(routes.addCategory, { body: { name } }));
        return call(routes.addToCategory, paramsOf(id));
      }),
  };
}

function AssignedCategories({
  categories,
  onRemove,
}: {
  categories: readonly Category[];
  onRemove?: (category: Category) => void;
}) {
  const { t } = useTranslation();
  return (
    <Pill.Group ref={keepRowFocus}>
      {categories.map((category) => (
        <Pill
          key={category.id}
          size="lg"
          withRemoveButton={onRemove !== undefined}
          removeButtonProps={{
            "aria-hidden": false,
            tabIndex: 0,
            "aria-label": t("videoPage.categories.remove", { name: category.name }),
          }}
          onRemove={() => onRemove?.(category)}
        >
          {category.name}
        </Pill>
      ))}
    </Pill.Group>
  );
}

interface AddCategoryFieldProps {
  others: readonly Category[];
  isSending: boolean;
  onAdd: (name: string, existing: Category | undefined) => Promise<unknown>;
}

function AddCategoryField({ others, isSending, onAdd }: AddCategoryFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const name = text.trim();
  useReportUnsaved(name !== "");
  const existing = others.find((other) => other.name.toLowerCase() === name.toLowerCase());
  async function handleAdd(): Promise<void> {
    if (name === "") return;
    // Ignores the error, which the parent component shows. The name stays in the field, so that the user can try again.
    await onAdd(name, existing).then(
      () => setText(""),
      () => undefined,
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void handleAdd();
      }}
    >
      <Stack>
        <Group gap="xs" align="flex-end">
          <Autocomplete
            style={{ flex: "1 1 220px" }}
            maw={360}
            label={t("videoPage.categories.add")}
            placeholder={t("videoPage.categories.placeholder")}
            maxLength={MAX_NAME_LENGTH}
            data={others.map((other) => other.name)}
            value={text}
            onChange={setText}
          />
          <Button type="submit" variant="default" loading={isSending} disabled={name === ""}>
            {existing || name === ""
              ? t("videoPage.categories.assign")
              : t("videoPage.categories.create", { name })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
