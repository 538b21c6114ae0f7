import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

/** The number of the second version, into which the comment of the first version was carried. */
const SECOND_VERSION = 2;
const versionParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, n: SECOND_VERSION } });
const carriedParams = ({ thingUuid }: FixtureOwner) => ({
  params: { id: thingUuid, n: SECOND_VERSION, comment: thingUuid },
});

/** A second version of the client's project that was compared with the first, and a manually placed comment. */
export const alignmentFixtures: ModuleFixtures = {
  table: "version_alignments",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid, videoUuid }) => {
    const of = { project_uuid: thingUuid, client_uuid: clientUuid };
    return [
      db.insertInto("project_versions").values({
        ...of,
        number: SECOND_VERSION,
        publisher_name: marker,
        description: marker,
        video_uuid: videoUuid,
        video_title: marker,
      }),
      db.insertInto("version_alignments").values({
        ...of,
        uuid: thingUuid,
        version_number: SECOND_VERSION,
        video_uuid: videoUuid,
        generation: 1,
        old_video_uuid: videoUuid,
        old_generation: 1,
        state: "ready",
        alignment: JSON.stringify({ oldFrames: 50, pieces: [[50, 0, 1, 0, 1]] }),
      }),
      db.insertInto("carried_comments").values({
        ...of,
        comment_uuid: thingUuid,
        version_number: SECOND_VERSION,
        frame: 2,
        end_frame: null,
        placed_by: userUuid,
        placed_name: marker,
      }),
    ];
  },
  targets: {
    getAlignment: versionParams,
    listCarried: versionParams,
    placeCarried: (owner) => ({ ...carriedParams(owner), body: { frame: 3 } }),
    releaseCarried: carriedParams,
  },
};
