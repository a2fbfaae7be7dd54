/** Writes skills into test directories and loads them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { type SkillPlaces } from '../../daemon/agent/skills/discover.js';

export let base = '';
export const at = (...parts: string[]) => path.join(base, ...parts);

export function put(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
}

export const skillText = (name: string, more = '', body = 'Do it.') =>
  `---\nname: ${name}\ndescription: about ${name}\n${more}\n---\n${body}\n`;
export const bundle = (directory: string, name: string, more = '', body?: string) =>
  put(`${directory}/${name}/SKILL.md`, skillText(name, more, body));

export const places = (more: Partial<SkillPlaces> = {}): SkillPlaces => ({
  cwd: at('work'),
  home: at('home/.agent-code'),
  userHome: at('home'),
  extra: [],
  mergeAll: true,
  builtin: false,
  ...more,
});

/** Registers hooks that create an empty directory for each test. */
export function useSkills(): void {
  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skills-')));
    mkdirSync(at('work/.git'), { recursive: true });
    mkdirSync(at('work/sub/deep'), { recursive: true });
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));
}
