/** Detects assignments of variables that change what later commands run. */
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

/** Variables that contain commands: assigning them makes the line run something it does not name. */
const commands = /^(?:BASH_CMDS|BASH_ALIASES|FUNCNEST|PROMPT_COMMAND|PS[0-4]|BASH_ENV|BASH_COMPAT|BASH_FUNC.*)$/su;
/** The same variables in shells with a different grammar. */
const otherCommands =
  /^(?:aliases|dis_aliases|galiases|saliases|commands|functions|dis_functions|builtins|nameddirs|\w+_functions|NULLCMD|READNULLCMD|RPS1|RPROMPT|PROMPT[2-4]?|FPATH|fpath)$/u;

/** Records an assignment. A dangerous one prevents allow rules from matching the line, or hides what it runs. */
export function assigned(findings: Findings, name: string, value: Value = 'text'): void {
  gets(findings, name, value);
  forget(findings, name);
  if (commands.test(name) || (findings.dialect === 'other' && otherCommands.test(name)))
    hide(findings, `writes ${name}`);
  if (!names.has(name) && !families.test(name)) return;
  const bar = `assigns ${name}`;
  if (!findings.line.bars.includes(bar)) findings.line.bars.push(bar);
}

/** Whether a text contains the name of a variable that contains commands. */
export function namesTable(text: string): boolean {
  return /BASH_(?:CMDS|ALIASES)|FUNCNEST|PROMPT_COMMAND/u.test(text);
}
