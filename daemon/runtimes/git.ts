/** What of a git directory makes git run programs, read without git (runtimes.md 4.2). */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** One setting: names in lower case, except the subsection. */
export interface Setting {
  section: string;
  subsection: string;
  key: string;
  value: string;
}

/** Bytes of a configuration that are read; a longer one counts as one that runs programs. */
const maxConfigBytes = 1024 * 1024;

/** Sections of which every setting may name a program, or a file with such settings. */
const sections =
  /^(?:alias|filter|diff|merge|credential|gpg|include|includeif|pager|sequence|difftool|mergetool|interactive|trailer|sendemail|browser|man|guitool|instaweb|uploadpack|tar)$/;
const keys: Record<string, RegExp> = {
  core: /^(?:fsmonitor|hookspath|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)$/,
  remote: /^(?:uploadpack|receivepack|vcs)$/,
  submodule: /^update$/,
};

/** The settings of a configuration file; undefined: it is too long to be read. */
export function readSettings(file: string): Setting[] | undefined {
  try {
    if (statSync(file).size > maxConfigBytes) return undefined;
    return parse(readFileSync(file, 'utf8'));
  } catch {
    // there is none, and a directory in its place is none to git either
    return [];
  }
}

function parse(text: string): Setting[] {
  const settings: Setting[] = [];
  let section = '';
  let subsection = '';
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    let rest = line.trim();
    const header = /^\[\s*([^\s"\].]+)(?:\.([^\s"\]]*))?(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(rest);
    if (header) {
      section = (header[1] ?? '').toLowerCase();
      subsection = header[3]?.replace(/\\(.)/g, '$1') ?? header[2] ?? '';
      rest = rest.slice(header[0].length).trim();
    }
    const setting = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    if (setting)
      settings.push({ section, subsection, key: (setting[1] ?? '').toLowerCase(), value: plain(setting[2]) });
  }
  return settings;
}

/** A value without its quotes and its comment. */
function plain(value = ''): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
  if (quoted) return (quoted[1] ?? '').replace(/\\(.)/g, '$1');
  return value.replace(/\s*[#;].*$/, '').trim();
}

/** Whether one of the settings makes git run a program. */
export function runsPrograms(settings: readonly Setting[] | undefined): boolean {
  if (!settings) return true;
  return settings.some(({ section, key }) => sections.test(section) || keys[section]?.test(key) === true);
}

/** Files and directories outside of the git directory that its configuration names: hooks, and more configuration. */
export function namedBy(gitDirectory: string, worktree: string, userHome: string): string[] {
  const found: string[] = [];
  for (const name of ['config', 'config.worktree'])
    for (const { section, key, value } of readSettings(path.join(gitDirectory, name)) ?? []) {
      if (value === '') continue;
      const full = value.startsWith('~/') ? path.join(userHome, value.slice(2)) : value;
      if (section === 'core' && key === 'hookspath') found.push(path.resolve(worktree, full));
      if ((section === 'include' || section === 'includeif') && key === 'path')
        found.push(path.resolve(gitDirectory, full));
    }
  return found;
}

/** Whether a directory of hooks holds one that git would run. */
export function hasHooks(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => !name.endsWith('.sample'));
  } catch {
    // there is none
    return false;
  }
}

/** Whether a directory looks like a git directory, by the names in it. */
export function isGitDirectory(names: ReadonlySet<string>): boolean {
  return names.has('HEAD') && ((names.has('objects') && names.has('refs')) || names.has('commondir'));
}

/** The git directory that a `.git` leads to, canonical; undefined: it leads nowhere. */
export function gitDirectoryOf(dotGit: string): string | undefined {
  try {
    const real = realpathSync.native(dotGit);
    const kind = statSync(real);
    if (kind.isDirectory()) return real;
    if (kind.size > 4_096) return undefined;
    const [, named = ''] = /^gitdir: ?(.+?)\s*$/m.exec(readFileSync(real, 'utf8')) ?? [];
    return named === '' ? undefined : realpathSync.native(path.resolve(path.dirname(real), named));
  } catch {
    // a broken link, or the directory was removed
    return undefined;
  }
}

/** The directory that a git directory shares with its other worktrees, canonical; itself when there are none. */
export function commonDirectoryOf(gitDirectory: string): string {
  try {
    const named = readFileSync(path.join(gitDirectory, 'commondir'), 'utf8').trim();
    return realpathSync.native(path.resolve(gitDirectory, named));
  } catch {
    // only worktrees name one
    return gitDirectory;
  }
}

/**
 * Whether a git directory elsewhere says that it belongs to a worktree, which only its owner can make it say: a
 * repository could name any directory as its own.
 */
export function belongsTo(gitDirectory: string, worktree: string): boolean {
  try {
    const back = readFileSync(path.join(gitDirectory, 'gitdir'), 'utf8').trim();
    if (realpathSync.native(path.resolve(gitDirectory, back)) === path.join(worktree, '.git')) return true;
  } catch {
    // not of a worktree
  }
  const settings = readSettings(path.join(gitDirectory, 'config')) ?? [];
  const named = settings.findLast(({ section, key }) => section === 'core' && key === 'worktree')?.value;
  if (named === undefined) return false;
  try {
    return realpathSync.native(path.resolve(gitDirectory, named)) === worktree;
  } catch {
    // it names a directory that is gone
    return false;
  }
}
