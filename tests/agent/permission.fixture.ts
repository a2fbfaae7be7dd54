/** A workspace with links, and calls in it, for permission tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { namedShells } from '../../daemon/agent/commandline/dialects.js';
import { decide, staticDeny } from '../../daemon/agent/permission/decide.js';
import type { PermissionCall, PermissionPolicy, Verdict } from '../../daemon/agent/permission/policy.js';
import { ruleOf, type Rule } from '../../daemon/agent/permission/rules.js';
import { resolvePath, resolveReal } from '../../daemon/base/fs/paths.js';

export let root = '';
export let cwd = '';
export let home = '';
export let outside = '';
export const at = (...names: string[]): string => path.join(root, ...names);

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'decide-')));
  cwd = at('work');
  home = at('user/.agent-code');
  outside = at('outside');
  for (const directory of [
    'work/sub/deep',
    'work/.git/hooks',
    'work/secrets',
    'outside',
    'extra',
    'tmp',
    'user/.agent-code/sessions/s/plans',
    'user/.agent-code/sessions/s/tmp',
  ]) {
    mkdirSync(at(directory), { recursive: true });
  }
  writeFileSync(at('outside/file'), '');
  symlinkSync(outside, at('work/away'));
  symlinkSync('.env', at('work/innocent'));
  symlinkSync(at('outside/none'), at('work/dangling'));
  symlinkSync('sub', at('work/here'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

export type Mode = PermissionPolicy['mode'];
export type Short = Partial<Record<'allow' | 'ask' | 'deny' | 'session', string[]>>;

export function rule(decision: Rule['decision'], text: string): Rule {
  const parsed = ruleOf(decision, text);
  if ('error' in parsed) throw new Error(`${text}: ${parsed.error}`);
  return parsed;
}

export function policy(mode: Mode, rules: Short = {}, more: Partial<PermissionPolicy> = {}): PermissionPolicy {
  const of = (decision: Rule['decision']): Rule[] => (rules[decision] ?? []).map((text) => rule(decision, text));
  return {
    mode,
    plan: { active: false },
    rules: {
      config: [...of('deny'), ...of('ask'), ...of('allow')],
      launch: [],
      session: (rules.session ?? []).map((text) => rule('allow', text)),
    },
    tools: { disabled: [] },
    workspace: [cwd, at('extra')],
    cwd,
    shells: namedShells,
    home,
    userHome: at('user'),
    temporary: { session: at('user/.agent-code/sessions/s/tmp'), system: at('tmp') },
    caseInsensitive: false,
    // a constant clock, so that no time limit depends on the machine
    now: () => 0,
    ...more,
  };
}

const permissions: Record<string, PermissionCall['tool']['permission']> = {
  Read: 'allow',
  Grep: 'allow',
  Glob: 'allow',
  Write: 'ask',
  Edit: 'ask',
  Bash: 'ask',
  TodoList: 'allow',
  AskUserQuestion: 'allow',
  EnterPlanMode: 'allow',
  ExitPlanMode: 'review',
};
const tool = (name: string): PermissionCall['tool'] => ({ name, permission: permissions[name] ?? 'ask' });

export const bash = (command: string, where = cwd): PermissionCall => ({
  tool: tool('Bash'),
  subject: { kind: 'command', command, cwd: where },
});
export const bare = (name: string): PermissionCall => ({ tool: tool(name), subject: { kind: 'none' } });

export function file(name: string, given: string): PermissionCall {
  const absolute = resolvePath(given, { cwd, userHome: at('user') });
  return {
    tool: tool(name),
    subject: {
      kind: 'path',
      operation: name === 'Read' ? 'read' : 'write',
      given,
      absolute,
      resolved: resolveReal(absolute),
    },
  };
}

export function search(name: string, pattern: string, given = '.'): PermissionCall {
  const absolute = resolvePath(given, { cwd, userHome: at('user') });
  return { tool: tool(name), subject: { kind: 'pattern', pattern, absolute, resolved: resolveReal(absolute) } };
}

export const judge = (call: PermissionCall, under: PermissionPolicy): Verdict =>
  staticDeny(call, under) ?? decide(call, under);
export const outcome = (call: PermissionCall, under: PermissionPolicy): string => {
  const { decision, step } = judge(call, under);
  return `${decision} ${step}`;
};
