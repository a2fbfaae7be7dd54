/** Variables whose assignment changes what later commands run. */
import type { Findings } from './syntax.js';

const names = new Set([
  'PATH',
  'IFS',
  'ENV',
  'BASH_ENV',
  'NODE_OPTIONS',
  'PERL5OPT',
  'CDPATH',
  'HOME',
  'SHELL',
  'SHELLOPTS',
  'BASHOPTS',
  'PS0',
  'PS1',
  'PS2',
  'PS4',
  'PROMPT_COMMAND',
  'PAGER',
  'MANPAGER',
  'EDITOR',
  'VISUAL',
  'BROWSER',
  'LESSOPEN',
  'LESSCLOSE',
  'PERL5LIB',
  'RUBYOPT',
  'RUBYLIB',
  'NODE_PATH',
  'JAVA_TOOL_OPTIONS',
  'TAR_OPTIONS',
  'MAKEFLAGS',
  'SSH_ASKPASS',
  'POSIXLY_CORRECT',
]);
const families = /^(?:LD_|DYLD_|PYTHON|GIT_|BASH_FUNC|npm_config_|NPM_CONFIG_)/u;

/** Notes an assignment; the dangerous ones keep an allow rule from speaking for the line. */
export function assigned(findings: Findings, name: string): void {
  if (!names.has(name) && !families.test(name)) return;
  const bar = `assigns ${name}`;
  if (!findings.line.bars.includes(bar)) findings.line.bars.push(bar);
}

/** A word that may set a variable without saying which. */
export function assignsUnknown(findings: Findings, how: string): void {
  if (!findings.line.bars.includes(how)) findings.line.bars.push(how);
}
