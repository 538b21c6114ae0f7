import { z } from "zod";
import { Collaborator, CollaboratorName, PROJECT_ROLES, TEAM_NAME_REQUIRED } from "../projects/project.ts";
import { Text } from "../text.ts";
import { Revision } from "./account.ts";

export const MAX_TEAMS = 500;
export const MAX_TEAM_NAME_LENGTH = 100;
export const MAX_TEAM_DESCRIPTION_LENGTH = 1_000;
export const MAX_TEAM_MEMBERS = 200;

const TeamName = Text.trim().min(1, TEAM_NAME_REQUIRED).max(MAX_TEAM_NAME_LENGTH);
const TeamDescription = Text.trim().max(MAX_TEAM_DESCRIPTION_LENGTH);
const TeamMembers = z.array(Collaborator).max(MAX_TEAM_MEMBERS);

/** Accepts both sets of names of a team's fields (§3, §7): the usual ones, and `name`, `description` and `group`. */
const withTeamNames = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { name, description, group, ...rest } = value as Record<string, unknown>;
    return {
      ...(name === undefined ? {} : { teamName: name }),
      ...(description === undefined ? {} : { teamDescription: description }),
      ...(group === undefined ? {} : { collabsTeam: group }),
      ...rest,
    };
  }, schema);

export const CreateTeam = withTeamNames(
  z.strictObject({
    teamName: TeamName,
    teamDescription: TeamDescription.default(""),
    collabsTeam: TeamMembers.default([]),
  }),
);
export type CreateTeam = z.infer<typeof CreateTeam>;

export const UpdateTeam = withTeamNames(
  z.strictObject({
    revision: Revision.optional(),
    teamName: TeamName.optional(),
    teamDescription: TeamDescription.optional(),
    /** All members except the manager; members that are omitted here are removed from the team. */
    collabsTeam: TeamMembers.optional(),
    /** Transfers the team to this user; the previous manager stays a member. */
    ownerTeam: CollaboratorName.optional(),
  }),
);
export type UpdateTeam = z.infer<typeof UpdateTeam>;

export const TeamView = z.object({
  uuid: z.string(),
  teamName: z.string(),
  teamDescription: z.string(),
  /** The manager's username; kept if the user is deleted. */
  ownerTeam: z.string(),
  /** The other members, each with their role in projects to which the team is added without a role. */
  collabsTeam: z.array(z.object({ username: z.string(), role: z.enum(PROJECT_ROLES) })),
  isMember: z.boolean(),
  /** Whether the caller manages the team. */
  isManager: z.boolean(),
  /** The role of all members in the requested project; null if each member has an individual role. */
  projectRole: z.enum(PROJECT_ROLES).nullable().optional(),
  createdAt: z.string(),
  revision: z.number(),
});
export type TeamView = z.infer<typeof TeamView>;
