import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A project gathers the versions of a film and the people who review them. The dashboard shows them under PROJECTS, and your own programs use the calls at `/api/projects` and `/api/teamsvireed`. Projects are available to clients whose plan includes them.",
  ),
  heading("versions", "Versions"),
  list(
    "A version shows one of your videos, with a description. Versions are numbered from 1; a new version becomes the current one, which the project opens with.",
    "A video can be chosen as soon as its upload begins. The project shows it once it can be played.",
    "People in the project watch its versions even when viewers need a password or wait for the start date.",
  ),
  heading("roles", "Roles"),
  table(
    ["Role", "Rights"],
    [
      ["Viewer", "Watches the versions, and can leave the project."],
      ["Editor", "Also adds and changes versions."],
      ["Admin", "Also invites and removes people, changes roles, edits, archives and deletes the project."],
      ["Owner", "Created the project. Has the rights of an admin, and cannot be removed."],
    ],
  ),
  heading("review-links", "Review links"),
  text(
    "People without an account review a version by a review link. “Review links”, above a project's versions, lists them for owners, admins and editors. Your own programs use the calls at `/api/projects/{id}/reviewlinks`.",
  ),
  list(
    "A link shows one version, or always the newest. Guests see no other version, project or video, no internal comments, and no names of your team's pages.",
    "A link lets guests comment or only watch, and download or not. It can ask for an email address and a password, end on a date, and show the guest's name over the picture.",
    "Guests whose link is revoked, turned off or ended, or gets another password, lose access within five seconds, also with the page open. Their comments stay.",
    "The watermark is drawn by the guest's browser. It names whoever records the screen; it does not protect a file that guests can download.",
  ),
  heading("teams", "Teams"),
  text(
    "A team brings several people into a project at once. Each member has their role in the team, unless the project gives the whole team one role. The strongest role of a person applies. Only a team's manager changes the team.",
  ),
];
