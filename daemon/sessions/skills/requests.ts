/** Client requests for skills and agents, and for warnings about the files behind them (rest.md 8, 9.8, 16). */
import type { AgentProfile, SessionWarning, Skill, SkillActivation } from '../../../schemas/generated/types.js';
import { readSystemFile } from '../../agent/agentfiles/file.js';
import { findSkill } from '../../agent/skills/catalog.js';
import { isForUser, type Skill as FoundSkill } from '../../agent/skills/skill.js';
import { ApiError } from '../../errors.js';
import { readInstructions } from '../../workspace/instructions.js';
import { canonicalDirectories } from '../../base/fs/paths.js';
import { plainName } from '../../base/text/visible.js';
import type { SessionDeps } from '../deps.js';
import { localDirectories } from '../workspaces/directories.js';
import { activationOf, skillPlaces } from './skills.js';
import type { LiveSession } from '../live/state.js';
import { agentsFor, profileOf } from '../agents/profiles.js';

/** A session, or a directory in which a session could be created. */
type SkillsScope = Pick<LiveSession, 'cwd' | 'skillsDirs'>;

export interface SkillsFront {
  /** after precedence, sorted by name */
  list(place: SkillsScope): Promise<Skill[]>;
  agents(cwd: string): Promise<AgentProfile[]>;
  /** problems in AGENTS.md, skills, agents, SYSTEM.md and local.toml, read now */
  warnings(place: SkillsScope): Promise<SessionWarning[]>;
  /** skills that the user calls; throws 40415 and 40912 */
  resolve(session: LiveSession, wanted: readonly { name: string; args?: string }[]): Promise<SkillActivation[]>;
}

export function createSkillsFront(deps: SessionDeps): SkillsFront {
  const { home, userHome } = deps;
  return {
    async list(place) {
      const { skills } = await deps.skills.of(skillPlaces(deps, place));
      return skills.map(shown);
    },
    async agents(cwd) {
      const { agents } = await agentsFor(deps, cwd);
      return agents.map(profileOf).filter((profile) => profile !== undefined);
    },
    async warnings(place) {
      const { cwd } = place;
      const [instructions, skills, agents, system, local] = await Promise.all([
        readInstructions({ cwd, home, userHome }),
        deps.skills.of(skillPlaces(deps, place)),
        agentsFor(deps, cwd),
        readSystemFile(deps),
        localDirectories(deps, cwd),
      ]);
      return [
        ...instructions.warnings.map((warning) => ({ ...warning, severity: 'warning' as const })),
        ...skills.notices,
        ...agents.notices,
        ...system.notices,
        ...local.warnings,
      ];
    },
    async resolve(session, wanted) {
      if (wanted.length === 0) return [];
      const { skills } = await deps.skills.of(skillPlaces(deps, session));
      return wanted.map(({ name, args }) => {
        const skill = findSkill(skills, name);
        if (!skill) throw new ApiError('SKILL_NOT_FOUND', { message: `There is no skill named ${plainName(name)}.` });
        if (!isForUser(skill))
          throw new ApiError('SKILL_NOT_ACTIVATABLE', {
            message: `The skill ${skill.name} has the type ${skill.type}, which cannot be used.`,
          });
        return activationOf(deps.newId('activation'), skill, args?.trim());
      });
    },
  };
}

/** The canonical form of a directory, or the given path when the directory does not exist. */
export function canonicalOr(directory: string): string {
  return canonicalDirectories([directory]).directories[0] ?? directory;
}

function shown({ name, description, path, source, type, disableModelInvocation }: FoundSkill): Skill {
  return {
    name,
    description,
    path,
    source,
    type,
    ...(disableModelInvocation ? { disable_model_invocation: true } : {}),
  };
}
