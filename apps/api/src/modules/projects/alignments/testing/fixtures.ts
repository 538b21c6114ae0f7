import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

/** The number of the second version, into which the comment of the first one was carried. */
const NUMBER = 2;
const version = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, n: NUMBER } });
const carried = ({ thingUuid }: FixtureOwner) => ({
  params: { id: thingUuid, n: NUMBER, comment: thingUuid },
});

/** A second version of the client's project that was compared with the first, and a manually placed comment. */
export const alignmentFixtures: ModuleFixtures = {
  table: "version_alignments",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid, videoUuid }) => {
    const of = { project_uuid: thingUuid, client_uuid: clientUuid };
    return [
      db.insertInto("project_versions").values({
        ...of,
        number: NUMBER,
        publisher_name: marker,
        description: marker,
        video_uuid: videoUuid,
        video_title: marker,
      }),
      db.insertInto("version_alignments").values({
        ...of,
        uuid: thingUuid,
        version_number: NUMBER,
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
        version_number: NUMBER,
        frame: 2,
        end_frame: null,
        placed_by: userUuid,
        placed_name: marker,
      }),
    ];
  },
  targets: {
    getAlignment: version,
    listCarried: version,
    placeCarried: (owner) => ({ ...carried(owner), body: { frame: 3 } }),
    releaseCarried: carried,
  },
};
