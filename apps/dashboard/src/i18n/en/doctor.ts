export const texts = {
  errors: { check_running: "A check is already running. Its result appears here." },
  doctor: {
    title: "Health",
    none: "Not checked yet",
    noneText:
      "The installation checks itself once a day, starting one day after setup. To get the result sooner, run the check now.",
    checkNow: "Check now",
    checking: "Checking…",
    soFar:
      "Started on {{at}}. So far: {{objects}} files ({{size}}), {{videos}} videos, {{checksums}} checksums. You can leave this page: the result appears here.",
    well: "No problems found",
    wellText: "Database, media store, queue and analytics are consistent.",
    fault: "Part of the check failed",
    seen: "Checked on {{at}}: {{objects}} files ({{size}}), {{videos}} videos, {{checksums}} checksums.",
    more_one: "and {{count, number}} more",
    more_other: "and {{count, number}} more",
    repairing_one: "{{count, number}} is being re-encoded from its source file.",
    repairing_other: "{{count, number}} are being re-encoded from their source files.",
    repairs: "Repairs",
    repairsText:
      "Damaged and missing segments are re-encoded from the source file of their video. Viewers receive them again afterwards.",
    repairStates: {
      wanted: "Waiting",
      sent: "Encoding",
      repaired: "Repaired",
      failed: "Failed",
    },
    kinds: {
      missing_media: {
        title: "Missing files",
        text: "Videos or messages need these files. Segments are re-encoded if the source file exists. Restore the other files from a backup.",
      },
      short_media: {
        title: "Incomplete files",
        text: "These files are shorter than expected. Segments are re-encoded if the source file exists. Restore the other files from a backup.",
      },
      damaged_media: {
        title: "Damaged segments",
        text: "Viewers do not receive these segments. They are re-encoded if the source file exists. Restore the others from a backup.",
      },
      lost_video: {
        title: "Videos without an encoding job",
        text: "These videos have been waiting for more than a day. Restart their encoding.",
      },
      stuck_job: {
        title: "Stalled jobs",
        text: "These jobs no longer report progress. Check that their worker is running. The queue retries them automatically.",
      },
      waiting_job: {
        title: "Jobs waiting for more than a day",
        text: "Start more workers, or find out in the log why the jobs fail.",
      },
      forgotten_upload: {
        title: "Leftover unfinished uploads",
        text: "These uploads should have been removed automatically. Check the API log.",
      },
      wrong_figures: {
        title: "Videos with outdated statistics",
        text: "View counts in lists differ from the analytics. To update them, run npm run doctor -- --mend.",
      },
      orphan_media: {
        title: "Folders without an owner",
        text: "These folders only take up space. To remove those found at least a day ago, run npm run doctor -- --mend.",
      },
      unknown_media: {
        title: "Files with unknown names",
        text: "Shoal did not write these files to the media store. They are never removed.",
      },
    },
  },
};
