/** Detects the parts of a git directory that make git run programs, without running git (runtimes.md 4.2). */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** A git setting. Section and key are in lower case, the subsection is as written. */
export interface Setting {
  section: string;
  subsection: string;
  key: string;
  value: string;
}

/** Maximum size of a configuration in bytes. A larger one is not read and counts as running programs. */
const maxConfigBytes = 1024 * 1024;

/** Sections in which any setting may name a program, or a file with such settings. */
const sections =
  /^(?:alias|filter|diff|merge|credential|gpg|include|includeif|pager|sequence|difftool|mergetool|interactive|trailer|sendemail|browser|man|guitool|instaweb|uploadpack|tar)$/;
const keys: Record<string, RegExp> = {
  core: /^(?:fsmonitor|hookspath|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)$/,
  remote: /^(?:uploadpack|receivepack|vcs)$/,
  submodule: /^update$/,
};

/** Returns the settings of a configuration file; undefined when it is too long. */
export function readSettings(file: string): Setting[] | undefined {
  try {
    if (statSync(file).size > maxConfigBytes) return undefined;
    return parse(readFileSync(file, 'utf8'));
  } catch {
    // missing, or a directory, which git ignores as well
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

/** Returns a value without quotes and comment. */
function plain(value = ''): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
  if (quoted) return (quoted[1] ?? '').replace(/\\(.)/g, '$1');
  return value.replace(/\s*[#;].*$/, '').trim();
}

/** Whether a setting makes git run a program. */
export function runsPrograms(settings: readonly Setting[] | undefined): boolean {
  if (!settings) return true;
  return settings.some(({ section, key }) => sections.test(section) || keys[section]?.test(key) === true);
}

/** Returns the paths that the configuration of a git directory names: hooks and included configuration files. */
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

/** Whether a hooks directory contains a hook that git would run. */
export function hasHooks(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => !name.endsWith('.sample'));
  } catch {
    // there is no hooks directory
    return false;
  }
}

/** Whether a directory looks like a git directory, by the names in it. */
export function isGitDirectory(names: ReadonlySet<string>): boolean {
  return names.has('HEAD') && ((names.has('objects') && names.has('refs')) || names.has('commondir'));
}

/** Returns the canonical git directory that a `.git` leads to; undefined when it leads nowhere. */
export function gitDirectoryOf(dotGit: string): string | undefined {
  try {
    const real = realpathSync.native(dotGit);
    const kind = statSync(real);
    if (kind.isDirectory()) return real;
    if (kind.size > 4_096) return undefined;
    const [, named = ''] = /^gitdir: ?(.+?)\s*$/m.exec(readFileSync(real, 'utf8')) ?? [];
    return named === '' ? undefined : realpathSync.native(path.resolve(path.dirname(real), named));
  } catch {
    // a broken link, or a missing directory
    return undefined;
  }
}

/** Returns the canonical directory that the worktrees of a repository share; without worktrees, its git directory. */
export function commonDirectoryOf(gitDirectory: string): string {
  try {
    const named = readFileSync(path.join(gitDirectory, 'commondir'), 'utf8').trim();
    return realpathSync.native(path.resolve(gitDirectory, named));
  } catch {
    // only linked worktrees have this file
    return gitDirectory;
  }
}

/**
 * Whether a git directory elsewhere names this worktree as its own. Only the owner of that directory can write this,
 * whereas a repository could claim any directory as its git directory.
 */
export function belongsTo(gitDirectory: string, worktree: string): boolean {
  try {
    const back = readFileSync(path.join(gitDirectory, 'gitdir'), 'utf8').trim();
    if (realpathSync.native(path.resolve(gitDirectory, back)) === path.join(worktree, '.git')) return true;
  } catch {
    // not the git directory of a linked worktree
  }
  const settings = readSettings(path.join(gitDirectory, 'config')) ?? [];
  const named = settings.findLast(({ section, key }) => section === 'core' && key === 'worktree')?.value;
  if (named === undefined) return false;
  try {
    return realpathSync.native(path.resolve(gitDirectory, named)) === worktree;
  } catch {
    // `core.worktree` names a missing directory
    return false;
  }
}
