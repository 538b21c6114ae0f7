export const texts = {
  errors: { check_running: "A check is already running. Its result will be shown here." },
  doctor: {
    title: "Health",
    none: "Not checked yet",
    noneText:
      "The installation checks itself once a day, for the first time a day after it was set up. To have the result sooner, check it now.",
    checkNow: "Check now",
    checking: "Checking…",
    soFar:
      "Started on {{at}}. So far: {{objects}} files ({{size}}), {{videos}} videos, {{checksums}} checksums. You can leave this page: the result will be shown here.",
    well: "All is well",
    wellText: "Database, media store, queue and analytics agree.",
    fault: "Part of the check could not run",
    seen: "Checked on {{at}}: {{objects}} files ({{size}}), {{videos}} videos, {{checksums}} checksums.",
    more_one: "and {{count, number}} more",
    more_other: "and {{count, number}} more",
    repairing_one: "{{count, number}} is being encoded again from its source file.",
    repairing_other: "{{count, number}} are being encoded again from their source files.",
    repairs: "Repairs",
    repairsText:
      "Damaged and missing segments are encoded again from the source file of their video. Viewers receive them again afterwards.",
    repairStates: {
      wanted: "Waiting",
      sent: "Encoding",
      repaired: "Repaired",
      failed: "Failed",
    },
    kinds: {
      missing_media: {
        title: "Missing files",
        text: "Videos or messages need them. Segments are encoded again if the source file exists. Restore the others from a backup.",
      },
      short_media: {
        title: "Incomplete files",
        text: "They are shorter than expected. Segments are encoded again if the source file exists. Restore the others from a backup.",
      },
      damaged_media: {
        title: "Damaged segments",
        text: "Viewers do not receive them. They are encoded again if the source file exists. Restore the others from a backup.",
      },
      lost_video: {
        title: "Videos without an encoding job",
        text: "They have been waiting for more than a day. Restart their encoding.",
      },
      stuck_job: {
        title: "Jobs that no longer report progress",
        text: "Check that their worker is running. The queue retries them automatically.",
      },
      waiting_job: {
        title: "Jobs that have waited for more than a day",
        text: "Start more workers, or check the log for why they fail.",
      },
      forgotten_upload: {
        title: "Unfinished uploads that were not removed",
        text: "They are normally removed automatically. Check the API’s log.",
      },
      wrong_figures: {
        title: "Videos with outdated figures",
        text: "The views in lists differ from the analytics. npm run doctor -- --mend updates them.",
      },
      orphan_media: {
        title: "Folders without an owner",
        text: "They only take up space. npm run doctor -- --mend removes those that were found at least a day ago.",
      },
      unknown_media: {
        title: "Files with unknown names",
        text: "They were not written to the media store by Shoal. They are never removed.",
      },
    },
  },
};
