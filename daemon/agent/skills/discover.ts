/** Finds the skills for a working directory: searches directories, and resolves equal names (engine.md 13). */
import path from 'node:path';
import { findRoot } from '../../workspace/instructions.js';
import { expandHome } from '../../base/fs/paths.js';
import { plainName } from '../../base/text/visible.js';
import { createScan, cutNotice, skipped, type Notice, type Scan } from '../scan.js';
import { builtinSkills } from './builtin.js';
import { isForUser, readSkill, type Skill } from './skill.js';

/** What determines which skills exist. */
export interface SkillPlaces {
  /** canonical path */
  cwd: string;
  /** the program's data directory */
  home: string;
  userHome: string;
  /** the setting `extra_skill_dirs` */
  extra: readonly string[];
  /** the setting `merge_all_available_skills` */
  mergeAll: boolean;
  /** the setting `builtin_product_skills` */
  builtin: boolean;
  /** directories given at launch, which replace those of project and user */
  launch?: readonly string[];
}

export interface FoundSkills {
  /** sorted by name; names are unique */
  skills: Skill[];
  notices: Notice[];
  /** the state of all paths that the result depends on */
  stamps: ReadonlyMap<string, string>;
}

const bundleFile = 'SKILL.md';

/** Finds all skills. Never throws: a notice reports each unusable file. `onStep`: see `createScan`. */
export async function discoverSkills(places: SkillPlaces, onStep?: () => void): Promise<FoundSkills> {
  const scan = createScan(places, onStep);
  const notices: Notice[] = [];
  const byName = new Map<string, Skill>();
  const add = (skill: Skill): void => {
    const key = skill.name.toLowerCase();
    const first = byName.get(key);
    if (!first) byName.set(key, skill);
    else if (skill.source !== 'builtin')
      notices.push(skipped('skill-skipped', skill.path, `${first.path} has the same name and goes first`, 'info'));
  };
  const groups = await groupsOf(places);
  await scan.stampAll(groups.flatMap(({ directories }) => directories));
  for (const { source, directories, onlyFirst } of groups) {
    for (const directory of directories) {
      const found = await readDirectory(scan, directory, source, notices);
      found?.forEach(add);
      if (found && onlyFirst) break;
    }
    const cut = scan.endGroup();
    if (cut !== undefined) notices.push(cutNotice('skill-skipped', `Some skills (${source})`, cut));
  }
  if (places.builtin) builtinSkills.forEach(add);
  const skills = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { skills, notices, stamps: scan.stamps };
}

interface Group {
  source: Exclude<Skill['source'], 'builtin'>;
  /** absolute, in order of priority */
  directories: string[];
  /** use only the first directory that exists */
  onlyFirst: boolean;
}

async function groupsOf(places: SkillPlaces): Promise<Group[]> {
  const onlyFirst = !places.mergeAll;
  const extra: Group = {
    source: 'extra',
    onlyFirst,
    directories: places.extra.map((each) => path.resolve(places.userHome, expandHome(each, places.userHome))),
  };
  // directories given individually all apply
  if (places.launch) return [{ source: 'user', directories: [...places.launch], onlyFirst: false }, extra];
  const user = [path.join(places.home, 'skills'), path.join(places.userHome, '.agents', 'skills')];
  const root = await findRoot(places.cwd);
  const project = upwards(places.cwd, root).flatMap((directory) => [
    path.join(directory, '.agent-code', 'skills'),
    path.join(directory, '.agents', 'skills'),
  ]);
  return [
    // in the home directory, the user's skills must not count as those of a project, too
    { source: 'project', directories: project.filter((each) => !user.includes(each)), onlyFirst },
    { source: 'user', directories: user, onlyFirst },
    extra,
  ];
}

/** Returns the directories from `bottom` up to `top`, both included. */
function upwards(bottom: string, top: string): string[] {
  const directories = [bottom];
  for (let at = bottom; at !== top && at !== path.dirname(at);) directories.push((at = path.dirname(at)));
  return directories;
}

/** Reads the skills of a directory; returns undefined when it does not exist. */
async function readDirectory(
  scan: Scan,
  directory: string,
  source: Group['source'],
  notices: Notice[],
): Promise<Skill[] | undefined> {
  const folder = await scan.open(directory, 0);
  if (!folder) return undefined;
  const found: Skill[] = [];
  const visit = { scan, source, notices, found };
  if (folder.files.includes(bundleFile)) await take(visit, path.join(directory, bundleFile));
  for (const name of folder.directories) await walk(visit, path.join(directory, name), 1);
  for (const name of folder.files)
    if (name !== bundleFile) await take(visit, path.join(directory, name), name.slice(0, -'.md'.length));
  return found;
}

interface Visit {
  scan: Scan;
  source: Group['source'];
  notices: Notice[];
  found: Skill[];
}

/** Walks a directory. A bundle ends the walk unless it has sub-skills: its name then prefixes bundles below it. */
async function walk(visit: Visit, directory: string, depth: number, parent?: string): Promise<void> {
  const folder = await visit.scan.open(directory, depth);
  if (!folder) return;
  const isBundle = folder.files.includes(bundleFile);
  const bundle = isBundle ? await take(visit, path.join(directory, bundleFile), undefined, parent) : undefined;
  if (isBundle ? !bundle?.hasSubSkills : parent !== undefined) return;
  for (const name of folder.directories) await walk(visit, path.join(directory, name), depth + 1, bundle?.name);
}

/** Reads one file and adds its skill to the list. */
async function take(
  { scan, source, notices, found }: Visit,
  file: string,
  fileName?: string,
  parent?: string,
): Promise<{ name: string; hasSubSkills: boolean } | undefined> {
  const read = await scan.read(file);
  if (!read) return undefined;
  const skill = 'problem' in read ? read : await readSkill(read.text, fileName);
  if ('problem' in skill) {
    notices.push(skipped('skill-skipped', file, skill.problem));
    return undefined;
  }
  const { body: _body, hasSubSkills, ...kept } = skill;
  const name = parent === undefined ? kept.name : `${parent}.${kept.name}`;
  found.push({ ...kept, name, source, path: file, directory: path.dirname(file) });
  if (!isForUser(kept)) {
    const problem = `${plainName(file, 1_024)} cannot be used: there is no type ${plainName(kept.type)} (prompt, flow).`;
    notices.push({ code: 'skill-skipped', message: problem, severity: 'warning' });
  }
  return { name, hasSubSkills };
}
