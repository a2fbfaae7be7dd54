/** Variables whose assignment changes what later commands run. */
import { hide, type Findings } from './syntax.js';
import { gets, type Value } from './values.js';
import { forget } from './variables.js';

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
  'ZDOTDIR',
]);
const families = /^(?:LD_|DYLD_|PYTHON|GIT_|BASH_FUNC|npm_config_|NPM_CONFIG_)/u;

/** Variables that hold commands: what runs is no longer what the line names. */
const commands = /^(?:BASH_CMDS|BASH_ALIASES|FUNCNEST|PROMPT_COMMAND|PS[0-4]|BASH_ENV|BASH_COMPAT|BASH_FUNC.*)$/su;
/** The same in shells with a different grammar. */
const otherCommands =
  /^(?:aliases|dis_aliases|galiases|saliases|commands|functions|dis_functions|builtins|nameddirs|\w+_functions|NULLCMD|READNULLCMD|RPS1|RPROMPT|PROMPT[2-4]?|FPATH|fpath)$/u;

/** Notes an assignment; the dangerous ones keep an allow rule from speaking for the line, or hide what it runs. */
export function assigned(findings: Findings, name: string, value: Value = 'text'): void {
  gets(findings, name, value);
  forget(findings, name);
  if (commands.test(name) || (findings.dialect === 'other' && otherCommands.test(name)))
    hide(findings, `writes ${name}`);
  if (!names.has(name) && !families.test(name)) return;
  const bar = `assigns ${name}`;
  if (!findings.line.bars.includes(bar)) findings.line.bars.push(bar);
}

/** Whether a text names one of the tables of commands, anywhere in it. */
export function namesTable(text: string): boolean {
  return /BASH_(?:CMDS|ALIASES)|FUNCNEST|PROMPT_COMMAND/u.test(text);
}
