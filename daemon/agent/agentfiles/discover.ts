/** Finds the agents that a session can use: built-in ones, and those defined in files (engine.md 14). */
import path from 'node:path';
import type { AgentBinding } from '../../../schemas/generated/types.js';
import { rootOf } from '../../workspace/git.js';
import { expandHome } from '../../base/fs/paths.js';
import { plainName } from '../../base/text/visible.js';
import { bindingAllows, builtinBindings } from '../profiles.js';
import {
  createScan,
  cutNotice,
  isUnchanged,
  isUnchangedNow,
  mostAtOnce,
  skipped,
  type Notice,
  type Scan,
} from '../scan.js';
import { readAgent } from './file.js';

/** The directories that determine which agents exist. */
export interface AgentPlaces {
  /** canonical path */
  cwd: string;
  /** the program's data directory */
  home: string;
  userHome: string;
  /** the setting `extra_agent_dirs` */
  extra: readonly string[];
}

export interface FoundAgents {
  /** sorted by name, including built-in ones; names are unique */
  agents: AgentBinding[];
  notices: Notice[];
}

/** Built-in agents that change nothing (engine.md 17.1), and the tools that make changes: an agent may start others. */
const readOnlyAgents: ReadonlySet<string> = new Set(['explore', 'plan']);
const changing = ['Agent', 'Bash', 'Edit', 'Write'] as const;

export function isBuiltinAgent(name: string): boolean {
  return Object.hasOwn(builtinBindings, name);
}

/** Maximum number of cached results. */
const maxKnown = 64;

/** Cached results by places. Each lookup checks the files and directories that a result depends on. */
const known = new Map<string, { found: FoundAgents; stamps: ReadonlyMap<string, string> }>();

/** Returns the current agents; reads files only after a change. Never throws: a notice reports each unusable file. */
export async function discoverAgents(places: AgentPlaces): Promise<FoundAgents> {
  const root = rootOf(places.cwd);
  const key = JSON.stringify([root, places.home, places.userHome, places.extra]);
  const before = known.get(key);
  if (before && (await isCurrent(places, before.stamps))) return before.found;
  const scan = createScan(places);
  const found = await scanAgents(places, root, scan);
  known.delete(key);
  known.set(key, { found, stamps: scan.stamps });
  const oldest = known.size > maxKnown ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  return found;
}

/** Extra directories may be on a slow disk, which must not block the server. */
async function isCurrent({ extra }: AgentPlaces, stamps: ReadonlyMap<string, string>): Promise<boolean> {
  return extra.length === 0 && stamps.size <= mostAtOnce
    ? isUnchangedNow(stamps)
    : await isUnchanged(stamps, () => undefined);
}

async function scanAgents(places: AgentPlaces, root: string, scan: Scan): Promise<FoundAgents> {
  const notices: Notice[] = [];
  const byName = new Map<string, AgentBinding>();
  const groups = groupsOf(places, root);
  await scan.stampAll(groups.flatMap(({ directories }) => directories));
  for (const { source, directories } of groups) {
    for (const directory of directories) {
      for (const file of await markdownFiles(scan, directory, 0)) {
        const binding = await take(scan, file, source, notices);
        if (!binding) continue;
        const first = byName.get(binding.name);
        if (!first) {
          byName.set(binding.name, binding);
          notices.push(...widened(binding));
        } else
          notices.push(skipped('agent-skipped', file, `${first.path ?? ''} has the same name and goes first`, 'info'));
      }
    }
    const cut = scan.endGroup();
    if (cut !== undefined) notices.push(cutNotice('agent-skipped', `Some agents (${source})`, cut));
  }
  for (const binding of Object.values(builtinBindings))
    if (!byName.has(binding.name)) byName.set(binding.name, binding);
  return { agents: [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), notices };
}

function groupsOf(places: AgentPlaces, root: string): { source: AgentBinding['source']; directories: string[] }[] {
  const user = [path.join(places.home, 'agents'), path.join(places.userHome, '.agents', 'agents')];
  const project = [path.join(root, '.agent-code', 'agents'), path.join(root, '.agents', 'agents')];
  return [
    // in the home directory, the user's agents must not count as those of a project, too
    { source: 'project', directories: project.filter((each) => !user.includes(each)) },
    {
      source: 'extra',
      directories: places.extra.map((each) => path.resolve(places.userHome, expandHome(each, places.userHome))),
    },
    { source: 'user', directories: user },
  ];
}

async function markdownFiles(scan: Scan, directory: string, depth: number): Promise<string[]> {
  const folder = await scan.open(directory, depth);
  if (!folder) return [];
  const files = folder.files.map((name) => path.join(directory, name));
  for (const name of folder.directories)
    files.push(...(await markdownFiles(scan, path.join(directory, name), depth + 1)));
  return files;
}

async function take(
  scan: Scan,
  file: string,
  source: AgentBinding['source'],
  notices: Notice[],
): Promise<AgentBinding | undefined> {
  const read = await scan.read(file);
  if (!read) return undefined;
  const agent = 'problem' in read ? read : await readAgent(read.text, file, source);
  if ('problem' in agent) {
    notices.push(skipped('agent-skipped', file, agent.problem));
    return undefined;
  }
  const { binding, override, warnings } = agent;
  if (isBuiltinAgent(binding.name) && !override) {
    notices.push(skipped('agent-skipped', file, `${binding.name} is a built-in agent; override: true replaces it`));
    return undefined;
  }
  for (const warning of warnings)
    notices.push({ code: 'agent-skipped', message: `${plainName(file, 1_024)} ${warning}.`, severity: 'warning' });
  return binding;
}

/** Warns when a project's file replaces a read-only agent by one that can make changes. */
function widened(binding: AgentBinding): Notice[] {
  const { name, source, path: file = '' } = binding;
  if (source !== 'project' || !readOnlyAgents.has(name)) return [];
  const tools = changing.filter((tool) => bindingAllows(binding, { name: tool }, false));
  if (tools.length === 0) return [];
  const what = `the built-in agent ${name}, which changes nothing, with one that has ${tools.join(', ')}`;
  return [{ code: 'agent-skipped', message: `${plainName(file, 1_024)} replaces ${what}.`, severity: 'warning' }];
}
