import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const versionParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, n: 1 } });

/** A reviewer of the client's version, and a decision of theirs. */
export const approvalFixtures: ModuleFixtures = {
  table: "approval_requests",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid }) => [
    db.insertInto("approval_requests").values({
      uuid: thingUuid,
      project_uuid: thingUuid,
      client_uuid: clientUuid,
      version_number: 1,
      user_uuid: userUuid,
      username: marker,
      asked_by: marker,
    }),
    db.insertInto("approval_decisions").values({
      uuid: thingUuid,
      project_uuid: thingUuid,
      client_uuid: clientUuid,
      version_number: 1,
      user_uuid: userUuid,
      username: marker,
      decision: "approvedWithNotes",
      note: marker,
    }),
  ],
  targets: {
    getApproval: versionParams,
    setReviewers: (owner) => ({ ...versionParams(owner), body: { reviewers: [] } }),
    makeDecision: (owner) => ({
      ...versionParams(owner),
      body: { uuid: crypto.randomUUID(), decision: "approved" },
    }),
  },
};
