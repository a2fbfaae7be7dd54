/** Lines that hide what they run get the same decision in each mode, plan mode and read-only agents (engine.md 7). */
import { describe, expect, test } from '@jest/globals';
import { dialectNamed, namedShells, type Dialect, type Shells } from '../../daemon/agent/commandline/dialects.js';
import { at, bash, cwd, judge, outcome, policy, type Mode } from './permission.fixture.js';

const modes: Mode[] = ['manual', 'yolo', 'auto'];
const open = { allow: ['Bash', 'Bash(git *)', 'Bash(* *)', 'Write'], session: ['Bash(git *)'] };
const guarded = { ...open, deny: ['Bash(zap *)'] };
const reads = (line: Dialect, sh: Dialect): Shells => ({
  line,
  of: (word) =>
    word.endsWith('sh') && dialectNamed(word.slice(word.lastIndexOf('/') + 1)) === 'posix' ? sh : dialectNamed(word),
});

/** Expects the decision for a line that hides what it runs, in each mode and under each set of rules. */
function isHidden(line: string, shells: Shells = namedShells): void {
  const call = bash(line);
  const decided = (mode: Mode, rules: object, more: object = {}) =>
    judge(call, policy(mode, rules, { shells, ...more })).decision;
  expect([line, ...modes.map((mode) => decided(mode, guarded))]).toEqual([line, 'ask', 'ask', 'deny']);
  expect([line, ...modes.map((mode) => decided(mode, open))]).toEqual([line, 'ask', 'ask', 'allow']);
  expect(judge(call, policy('yolo', {}, { shells })).danger).toContain('unparsable');
  expect([line, ...modes.map((mode) => decided(mode, open, { plan: { active: true } }))]).toEqual([
    line,
    ...['ask', 'ask', 'deny'],
  ]);
  expect([line, ...modes.map((mode) => decided(mode, open, { readOnly: true }))]).toEqual([
    line,
    ...['deny', 'deny', 'deny'],
  ]);
}

describe('tables of commands', () => {
  test.each([
    'BASH_CMDS[git]=/x/zap; git status',
    'BASH_CMDS=([git]=/x/zap); git status',
    'printf -v BASH_CMDS[git] /x/zap; git status',
    ': ${BASH_CMDS[git]:=/x/zap}; git status',
    'read BASH_CMDS[git] <<<a; git status',
    'mapfile -t BASH_ALIASES <<<a; git status',
    'declare -n t=BASH_CMDS; t[git]=/x/zap; git status',
    'hash -p /x/zap git; git status',
    "BASH_ALIASES[git]='zap now'; git status",
    'shopt -s expand_aliases; alias git=zap\ngit status',
    'PROMPT_COMMAND=zap bash -i',
    'FUNCNEST=1; git status',
    "env 'BASH_FUNC_git%%=() { zap; }' bash -c 'git status'",
    'enable -f ./zap.so git; git status',
  ])('%j', (line) => isHidden(line));
});

describe('values that are evaluated, and text from elsewhere', () => {
  test.each([
    "[[ -v 'a[$(zap)]' ]]",
    "x='a[$(zap)]'; (( x ))",
    "x='a[$(zap)]'; y=$x; echo $(( y ))",
    "test -v 'a[$(zap)]'",
    "printf -v 'a[$(zap)]' 1",
    "read 'a[$((( 1 )) && zap)]' <<<x",
    "x='$(zap)'; echo ${x@P}",
    "declare -n x='a[$(zap)]'; echo $x",
    '. /dev/stdin <<<zap',
    '. <(echo zap)',
    "mapfile -C 'zap #' -c 1 x <<<y",
    'echo zap | sh',
    'echo zap | env bash -s',
    'echo code | python3',
    'sh < f',
    'echo zap > f; sh f',
    '{ bash; } <<<zap',
    "PS4='$(zap)'; set -x; git status",
  ])('%j', (line) => isHidden(line));
});

describe('text for a shell that is not known to be bash', () => {
  const texts = [
    '((zap))',
    '[[ a > f ]]',
    "git $'\\' ; zap now #\\''",
    'git $"a"',
    'git <(zap)',
    'git &> f',
    'git <<<a',
    'function f { git; }',
    'git {a,b}',
    'git |& git',
    'coproc zap',
    'x=(a)',
    'x+=a git',
    'time -p { git; }',
    'for ((;;)); do git; done',
    'git ${x/a/b}',
    '10>f git',
  ];
  const single = (text: string): string => `'${text.replace(/'/gu, "'\\''")}'`;
  test.each(texts)('%j', (text) => {
    for (const line of [
      `sh -c ${single(text)}`,
      `dash -c ${single(text)}`,
      `busybox sh -c ${single(text)}`,
      `/bin/sh -ec ${single(text)}`,
      `find . -exec sh -c ${single(text)} \\;`,
      `echo a | xargs -n 1 sh -c ${single(text)} _`,
      `timeout 5 sh -c ${single(text)}`,
      `env X=1 sh -c ${single(text)}`,
      `sh <<'E'\n${text}\nE`,
      `su -c ${single(text)}`,
      `script -qc ${single(text)} /dev/null`,
      `flock f -c ${single(text)}`,
      `watch ${single(text)}`,
    ])
      isHidden(line, reads('bash', 'posix'));
    isHidden(text, reads('posix', 'posix'));
    isHidden(text, reads('other', 'posix'));
  });

  test('a shell whose real file is bash reads them all', () => {
    for (const line of ["sh -c 'git $((1)) {a,b} <<<a'", "bash -c '[[ a == b ]] && git'", "sh -c '(( 1 )) && git'"])
      expect([
        line,
        outcome(
          bash(line),
          policy('manual', { allow: ['Bash(git *)', 'Bash(sh *)', 'Bash(bash *)'] }, { shells: reads('bash', 'bash') }),
        ),
      ]).toEqual([line, 'allow allow-rule']);
  });

  test('what all shells read alike stays readable', () => {
    const rules = { allow: ['Bash(git *)', 'Bash(sh *)', 'Bash(find *)', 'Bash(ls *)'] };
    for (const line of [
      "sh -c 'git status && git log | git a'",
      "sh -c 'if git a; then git b; fi; for x in 1 2; do git $x; done'",
      'find . -exec sh -c \'git "$1"\' _ {} \\;',
      "sh <<'E'\ngit a \\\n  b\nE",
    ])
      expect([line, outcome(bash(line), policy('manual', rules))]).toEqual([line, 'allow allow-rule']);
    expect(outcome(bash('git status && ls'), policy('manual', rules, { shells: reads('other', 'posix') }))).toBe(
      'allow allow-rule',
    );
  });
});

describe('a deny rule sees', () => {
  test.each([
    'za\\\np now',
    'git status; \\\nza\\\np now',
    "sh -c 'za\\\np now'",
    'BASH_CMDS[x]=y; zap now',
    '$x; zap now',
    "echo a | sh; bash -c 'zap now'",
    'flock f zap now',
    'unshare -r zap now',
    'chroot /x zap now',
    'ionice -c 3 zap now',
    'taskset 1 zap now',
    'parallel zap ::: now',
    "su -c 'zap now'",
    "script -c 'zap now' f",
    "foo --bar sh -c 'zap now'",
    'zap() { :; }; zap now',
    'git() { zap now; }; git status',
  ])('%j in every mode', (line) => {
    for (const mode of modes) expect(outcome(bash(line), policy(mode, guarded))).toBe('deny static');
  });
});

describe('where a line writes when a variable decides where cd leads', () => {
  test.each([
    `CDPATH=/x cd sub; echo a > y`,
    `CDPATH=/x; cd sub && echo a > y`,
    `export CDPATH=/x; cd sub; echo a > y`,
    `read CDPATH <<<x; cd sub; echo a > y`,
    `printf -v CDPATH /x; cd sub; echo a > y`,
    `for d in 1 2; do cd sub; echo a > y; CDPATH=/x; done`,
    `HOME=/x; cd; echo a > y`,
    `HOME=/x; cd ~/sub; echo a > y`,
    `HOME=/x; echo a > ~/y`,
    `shopt -s cdable_vars; sub=/x; cd sub; echo a > y`,
  ])('%j asks in yolo', (line) => {
    expect(outcome(bash(line), policy('yolo'))).toBe('ask risky');
    expect(outcome(bash(line), policy('auto', { deny: ['Write(secrets/**)', 'Bash(zap *)'] }))).toBe('deny static');
  });

  test('a path that begins with a dot or a slash does not depend on it', () => {
    for (const line of ['CDPATH=/x; cd ./sub; echo a > y', `CDPATH=/x; cd ${at('work/sub')}; echo a > y`])
      expect([line, outcome(bash(line, cwd), policy('yolo'))]).toEqual([line, 'allow mode']);
  });
});
