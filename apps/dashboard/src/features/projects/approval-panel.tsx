import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { createRandomUuid } from "@shoal/client/upload";
import {
  type ApprovalView,
  type Decision,
  type DecisionView,
  MAX_DECISION_NOTE_LENGTH,
  type ProjectView,
  type ReviewerView,
  routes,
} from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { PROJECTS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import { approvalQuery } from "./approval-query.ts";
import { openReviewersDialog } from "./project-dialogs.tsx";
import classes from "./projects.module.css";
import { StatusBadge } from "./projects-page.tsx";

interface ApprovalProps {
  project: ProjectView;
  /** The number of the version under review. */
  version: number;
}

/** Id of the section to which the header of the page links. */
export const APPROVAL_ID = "approval";

/** Shows the reviewers of a version with their decisions, and lets the reader decide. */
export function ApprovalPanel({ project, version }: ApprovalProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(approvalQuery(project.uuid, version));
  if (error && !data)
    return (
      <Panel id={APPROVAL_ID} title={t("projects.approval.title")}>
        <ErrorState error={error} onRetry={refetch} />
      </Panel>
    );
  if (!data) return null;
  const { reviewers, history, mayAsk } = data;
  return (
    <Panel id={APPROVAL_ID} title={t("projects.approval.title")}>
      <Stack gap="md">
        {data.status !== "open" && (
          <div>
            <StatusBadge status={data.status} />
          </div>
        )}
        {data.isAwaited && <RequestedApproval approval={data} />}
        {reviewers.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("projects.approval.nobody")}
          </Text>
        ) : (
          <ul className={classes.list}>
            {reviewers.map((reviewer) => (
              <ReviewerRow key={reviewer.username} reviewer={reviewer} />
            ))}
          </ul>
        )}
        {mayAsk && (
          <Group>
            <Button variant="default" onClick={() => openReviewersDialog(project.uuid, data)}>
              {t("projects.approval.choose")}
            </Button>
          </Group>
        )}
        {data.mayDecide && <DecisionForm key={version} project={project} version={version} />}
        {history.length > 0 && <ApprovalHistory history={history} />}
      </Stack>
    </Panel>
  );
}

function RequestedApproval({ approval }: { approval: ApprovalView }) {
  const { t } = useTranslation();
  const me = useMe();
  const mine = approval.reviewers.find(({ username }) => username === me?.username);
  return (
    <Alert>
      {t("projects.approval.awaited", { name: mine?.askedBy ?? "" })}{" "}
      {mine?.dueAt && t("projects.approval.until", { date: formatDateTime(mine.dueAt) })}
    </Alert>
  );
}

const DECISION_TONES: Record<Decision, StateTone> = {
  approved: "good",
  approvedWithNotes: "good",
  changesWanted: "bad",
};

function DecisionBadge({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  return <StateBadge tone={DECISION_TONES[decision]}>{t(`projects.statuses.${decision}`)}</StateBadge>;
}

function ReviewerRow({ reviewer: { username, dueAt, decision, isGone } }: { reviewer: ReviewerView }) {
  const { t } = useTranslation();
  const isLate = dueAt !== null && Date.parse(dueAt) < Date.now();
  return (
    <li className={classes.row}>
      <div>
        <Text size="sm" fw={600} className={classes.words}>
          {username}
        </Text>
        {dueAt && !decision && !isGone && (
          <Text size="xs" c="dimmed">
            {t(isLate ? "projects.approval.late" : "projects.approval.due", { date: formatDateTime(dueAt) })}
          </Text>
        )}
      </div>
      {decision ? (
        <DecisionBadge decision={decision.decision} />
      ) : (
        <StateBadge tone={isLate && !isGone ? "warning" : "plain"}>
          {t(isGone ? "projects.approval.gone" : "projects.approval.waiting")}
        </StateBadge>
      )}
    </li>
  );
}

function DecisionForm({ project, version }: ApprovalProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [note, setNote] = useState("");
  const [fault, setFault] = useState<string>();
  const [noteFault, setNoteFault] = useState<string>();
  const [sent, setSent] = useState<Decision>();
  const [isSaved, setSaved] = useState(false);
  // A retry uses the same uuid, so that a decision is recorded only once if its response was lost.
  const uuid = useRef({ of: "", value: "" });
  const field = useRef<HTMLTextAreaElement>(null);

  async function decide(decision: Decision): Promise<void> {
    setSaved(false);
    setFault(undefined);
    setNoteFault(undefined);
    if (decision !== "approved" && !note.trim()) {
      setNoteFault(t("projects.approval.noteRequired"));
      field.current?.focus();
      return;
    }
    const of = `${decision} ${note}`;
    if (uuid.current.of !== of) uuid.current = { of, value: createRandomUuid() };
    setSent(decision);
    try {
      const approval = await call(routes.makeDecision, {
        params: { id: project.uuid, n: version },
        body: { uuid: uuid.current.value, decision, note },
      });
      uuid.current = { of: "", value: "" };
      setNote("");
      setSaved(true);
      queries.setQueryData(approvalQuery(project.uuid, version).queryKey, approval);
      await queries.invalidateQueries({ queryKey: [PROJECTS_KEY] });
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setSent(undefined);
    }
  }

  const button = (decision: Decision, color?: string) => (
    <Button
      variant={decision === "approved" ? "filled" : "default"}
      size="xs"
      {...(color ? { color } : {})}
      loading={sent === decision}
      disabled={sent !== undefined && sent !== decision}
      onClick={() => void decide(decision)}
    >
      {t(`projects.approval.decide.${decision}`)}
    </Button>
  );
  return (
    <Stack gap="xs">
      <FormFault fault={fault} />
      <Textarea
        ref={field}
        label={t("projects.approval.note")}
        description={t("projects.approval.noteHint")}
        value={note}
        error={noteFault}
        maxLength={MAX_DECISION_NOTE_LENGTH}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setNoteFault(undefined);
        }}
      />
      <Group gap="xs">
        {button("approved")}
        {button("approvedWithNotes")}
        {button("changesWanted")}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isSaved && t("projects.approval.saved")}
      </Text>
    </Stack>
  );
}

function ApprovalHistory({ history }: { history: readonly DecisionView[] }) {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" fw={600} mb={6} component="h3">
        {t("projects.approval.history")}
      </Text>
      <ol className={classes.list}>
        {history.map(({ uuid, by, at, decision, note, isOfEarlierFile }) => (
          <li key={uuid}>
            <div className={classes.row}>
              <Text size="sm" className={classes.words}>
                {by}
              </Text>
              {isOfEarlierFile ? (
                <StateBadge tone="plain">{t(`projects.statuses.${decision}`)}</StateBadge>
              ) : (
                <DecisionBadge decision={decision} />
              )}
            </div>
            {isOfEarlierFile && <Text size="sm">{t("projects.approval.earlierFile")}</Text>}
            {note && (
              <Text size="sm" className={classes.note}>
                {note}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {formatDateTime(at)}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  );
}
