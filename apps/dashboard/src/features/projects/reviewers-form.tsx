import { Button, Checkbox, Group, Skeleton, Stack, Text } from "@mantine/core";
import { type ApprovalView, type ProjectPerson, routes } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { DateTimeField } from "../../components/ui/form/date-time-field.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { ErrorState } from "../../components/ui/states.tsx";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { readLocalText, toLocalText } from "../../lib/local-moment.ts";
import { projectPeopleQuery } from "../../lib/projects.ts";
import { call } from "../../lib/session.ts";

interface ReviewersFormProps {
  /** Id of the project. */
  id: string;
  approval: ApprovalView;
  onEnd: () => void;
}

/** Selects the reviewers of a version and their deadline. */
export function ReviewersForm({ id, approval, onEnd }: ReviewersFormProps) {
  const { data, error, refetch } = useQuery(projectPeopleQuery(id));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={160} />;
  return <ReviewersFields id={id} approval={approval} people={data} onEnd={onEnd} />;
}

interface ReviewersValues extends Record<string, unknown> {
  reviewers: string[];
  dueAt: string;
}

function ReviewersFields({ id, approval, people, onEnd }: ReviewersFormProps & { people: ProjectPerson[] }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const queries = useQueryClient();
  const reviewers = approval.reviewers.filter(({ isGone }) => !isGone);
  const { form, fault, isSending, handleSubmit } = useAppForm<ReviewersValues, ApprovalView>({
    initialValues: {
      reviewers: reviewers.map(({ username }) => username),
      dueAt: toLocalText(reviewers.find(({ dueAt }) => dueAt !== null)?.dueAt ?? null),
    },
    validate: ({ dueAt }) => ({
      dueAt: dueAt.trim() !== "" && readLocalText(dueAt) === undefined && t("projects.approval.dateWrong"),
    }),
    send: ({ reviewers, dueAt }) =>
      call(routes.setReviewers, {
        params: { id, n: approval.version },
        body: { reviewers, dueAt: readLocalText(dueAt) ?? null },
      }),
    async onSent() {
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY] });
      onEnd();
    },
  });
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <Text size="sm" c="dimmed">
          {t("projects.approval.chooseHint")}
        </Text>
        <Checkbox.Group
          label={t("projects.approval.reviewers")}
          value={form.values.reviewers}
          onChange={(reviewers) => form.setFieldValue("reviewers", reviewers)}
        >
          <Stack gap="xs" mt="xs">
            {people.map(({ username, role }) => (
              <Checkbox
                key={username}
                value={username}
                label={`${username} – ${t(`projects.roles.${role}`)}`}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <DateTimeField
          label={t("projects.approval.dueDate")}
          value={form.values.dueAt}
          error={form.errors.dueAt}
          onChange={(dueAt) => form.setFieldValue("dueAt", dueAt)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={handleCancel}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("projects.approval.ask")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
