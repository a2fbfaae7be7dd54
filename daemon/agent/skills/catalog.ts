/** The skills of all sessions: found once per set of places, looked at anew before each turn, read when they are loaded. */
import path from 'node:path';
import type { Problem } from '../../workspace/textfile.js';
import { createScan, isUnchanged, type Notice } from '../scan.js';
import { builtinSkills, builtinText } from './builtin.js';
import { discoverSkills, type FoundSkills, type SkillPlaces } from './discover.js';
import { readSkill, type Skill, type SkillText } from './skill.js';

/** Sets of places that are remembered. */
const maxKnown = 64;
/** Milliseconds that looking at the disk may hold up a turn. */
const maxMs = 2_000;

export interface SkillSet {
  /** sorted by name */
  skills: readonly Skill[];
  notices: readonly Notice[];
}

export interface Skills {
  /** as they are now; the same object as long as nothing changed. Never throws; what cannot be read in time is left out */
  of(places: SkillPlaces): Promise<SkillSet>;
  /** the text of a skill as it is now */
  read(skill: Skill, homes: { home: string; userHome: string }): Promise<SkillText | Problem>;
}

export function createSkills(): Skills {
  const known = new Map<string, FoundSkills>();

  async function look(key: string, places: SkillPlaces): Promise<SkillSet> {
    const before = known.get(key);
    if (before && (await isUnchanged(before.stamps))) return before;
    const found = await discoverSkills(places);
    known.delete(key);
    known.set(key, found);
    const oldest = known.size > maxKnown ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return found;
  }

  return {
    async of(places) {
      const key = JSON.stringify(places);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<SkillSet>((resolve) => {
        timer = setTimeout(() => resolve(known.get(key) ?? lateSet(places)), maxMs);
      });
      return await Promise.race([look(key, places), late]).finally(() => clearTimeout(timer));
    },
    async read(skill, homes) {
      if (skill.source === 'builtin') return { ...skill, body: builtinText(skill.name) ?? '', hasSubSkills: false };
      const read = await createScan(homes).read(skill.path);
      if (!read || 'problem' in read) return read ?? { problem: 'it cannot be read' };
      return await readSkill(read.text, fileNameOf(skill.path));
    },
  };
}

/** The skill of that name, case ignored. */
export function findSkill(skills: readonly Skill[], name: string): Skill | undefined {
  const wanted = name.toLowerCase();
  return skills.find((skill) => skill.name.toLowerCase() === wanted);
}

function lateSet(places: SkillPlaces): SkillSet {
  return {
    skills: places.builtin ? builtinSkills : [],
    notices: [
      { code: 'skill-skipped', message: 'Skills were left out: reading them took too long.', severity: 'warning' },
    ],
  };
}

/** The name that a flat file gives to its skill. */
function fileNameOf(file: string): string | undefined {
  const name = path.basename(file);
  return name === 'SKILL.md' ? undefined : name.slice(0, -'.md'.length);
}
