/** Caches the skills of all sessions by directories: checks them before each turn, reads texts on demand. */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '../../workspace/textfile.js';
import { createScan, isUnchanged, isUnchangedNow, mostAtOnce, type Notice } from '../scan.js';
import { builtinSkills, builtinText } from './builtin.js';
import { discoverSkills, type FoundSkills, type SkillPlaces } from './discover.js';
import { readSkill, type Skill, type SkillText } from './skill.js';

/** Maximum number of cached results. */
const maxKnown = 64;
/** Milliseconds without a response of the disk after which a turn no longer waits. */
const stalledMs = 2_000;
/** The time is measured in parts: a busy event loop may receive responses late. */
const parts = 4;

export interface SkillSet {
  /** sorted by name */
  skills: readonly Skill[];
  notices: readonly Notice[];
}

export interface Skills {
  /**
   * returns the current skills, the same object until they change. Never throws; a stalled disk yields the last ones
   */
  of(places: SkillPlaces): Promise<SkillSet>;
  /** returns the current text of a skill */
  read(skill: Skill, homes: { home: string; userHome: string }): Promise<SkillText | Problem>;
}

export function createSkills(): Skills {
  const known = new Map<string, FoundSkills>();
  /** running scans, which further turns wait for */
  const scans = new Map<string, RunningScan>();

  function scanOf(key: string, places: SkillPlaces): RunningScan {
    const running = scans.get(key);
    if (running) return running;
    const steps = { count: 0 };
    const found = scan(key, places, steps).finally(() => scans.delete(key));
    const started = { found, steps };
    scans.set(key, started);
    return started;
  }

  async function scan(key: string, places: SkillPlaces, steps: { count: number }): Promise<SkillSet> {
    const onStep = (): void => void steps.count++;
    const before = known.get(key);
    if (before && (await isUnchanged(before.stamps, onStep))) return before;
    const found = await discoverSkills(places, onStep);
    known.delete(key);
    known.set(key, found);
    const oldest = known.size > maxKnown ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return found;
  }

  return {
    async of(places) {
      const key = JSON.stringify(places);
      const before = scans.has(key) ? undefined : known.get(key);
      if (before && isNear(places, before) && isUnchangedNow(before.stamps)) return before;
      const { found, steps } = scanOf(key, places);
      const watch = new AbortController();
      const stalled = untilStalled(steps, watch.signal).then(() => known.get(key) ?? stalledSet(places));
      return await Promise.race([found, stalled]).finally(() => watch.abort());
    },
    async read(skill, homes) {
      if (skill.source === 'builtin') return { ...skill, body: builtinText(skill.name) ?? '', hasSubSkills: false };
      const read = await createScan(homes).read(skill.path);
      if (!read || 'problem' in read) return read ?? { problem: 'it cannot be read' };
      return await readSkill(read.text, fileNameOf(skill.path));
    },
  };
}

/** Extra directories may be on a slow disk, which must not block the server. */
function isNear({ extra, launch }: SkillPlaces, { stamps }: FoundSkills): boolean {
  return extra.length === 0 && launch === undefined && stamps.size <= mostAtOnce;
}

/** Finds a skill by name, ignoring case. */
export function findSkill(skills: readonly Skill[], name: string): Skill | undefined {
  const wanted = name.toLowerCase();
  return skills.find((skill) => skill.name.toLowerCase() === wanted);
}

interface RunningScan {
  found: Promise<SkillSet>;
  /** number of responses of the disk so far */
  steps: { count: number };
}

/** Resolves once the disk has not responded for a while. Never resolves when `signal` aborts first. */
async function untilStalled(steps: { count: number }, signal: AbortSignal): Promise<void> {
  for (let silent = 0, seen = steps.count; silent < parts; silent++) {
    await delay(stalledMs / parts, undefined, { signal, ref: false }).catch(() => new Promise<never>(() => undefined));
    if (steps.count === seen) continue;
    [silent, seen] = [-1, steps.count];
  }
}

function stalledSet(places: SkillPlaces): SkillSet {
  return {
    skills: places.builtin ? builtinSkills : [],
    notices: [
      {
        code: 'skill-skipped',
        message: 'Skills were left out: the disk they are on does not answer. They are there as soon as it does.',
        severity: 'warning',
      },
    ],
  };
}

/** Returns the name of a skill in a flat file. */
function fileNameOf(file: string): string | undefined {
  const name = path.basename(file);
  return name === 'SKILL.md' ? undefined : name.slice(0, -'.md'.length);
}
