/** Deny rules with arguments, values of variables, and redirections, in every mode (engine.md 6.2, 7). */
import { describe, expect, test } from '@jest/globals';
import type { PermissionPolicy } from '../../daemon/agent/permission/policy.js';
import { at, bash, judge, outcome, policy, type Mode } from './permission.fixture.js';

const modes: Mode[] = ['manual', 'yolo', 'auto'];
const situations: [string, Partial<PermissionPolicy>][] = [
  ['by itself', {}],
  ['in plan mode', { plan: { active: true } }],
  ['in explore', { readOnly: true }],
];
const rules = { allow: ['Bash(git *)', 'Bash(npm test)'], deny: ['Bash(git push *)'] };

describe('the examples of the contract', () => {
  test.each([
    ['git status && npm test', 'allow'],
    ['cd sub && git log | head', 'ask'],
    ['git commit -m "$(date)"', 'ask'],
    ['git add . ; /usr/bin/git push origin', 'deny'],
    ['git log > ../x.txt', 'ask'],
    ['git log > out.txt', 'ask'],
    ['X=push; git $X origin', 'deny'],
    ['git --no-pager push', 'deny'],
    ['echo push | xargs git', 'deny'],
    ['$CMD status', 'ask'],
    ["git 'status", 'ask'],
  ])('%s: %s', (line, expected) => expect(judge(bash(line), policy('manual', rules)).decision).toBe(expected));

  test('a rule of Write allows the redirection', () => {
    const open = { ...rules, allow: [...rules.allow, 'Write(out.txt)'] };
    expect(outcome(bash('git log > out.txt'), policy('manual', open))).toBe('allow allow-rule');
    expect(judge(bash('git log > ../x.txt'), policy('manual', open)).decision).toBe('ask');
  });
});

describe('a deny rule with arguments', () => {
  test.each([
    'X=push; git $X origin',
    'X=push; git "$X" origin',
    'X=pu; X+=sh; git $X origin',
    'X="push origin"; git $X',
    'export X=push; git $X origin',
    'A=pu B=sh; git $A${B} origin',
    'X=log; X=push; git $X',
    'X=log; false || X=push; git $X',
    'X=push; X=log true; git $X',
    'X=push; X=log | cat; git $X',
    'X=push; X=log & git $X',
    'X=push; (X=log); git $X',
    'X=push; X=log git $X origin',
    'X=log; f() { git $X; }; X=push; f',
    'X=log; for i in 1 2; do git $X; X=push; done',
    'for X in log push; do git $X; done',
    'X=(push); git $X',
    'declare -l X=PUSH; X=LOG; git $X',
    'readonly X=push\nX=log\ngit $X',
    'X=log; read X; git $X',
    'X=log; . ./file; git $X',
    'X=log; unset X; git $X push',
    "X=push sh -c 'git $X'",
    "X=log; eval 'git $X'",
    'IFS=x; X=pushxorigin; git $X',
    'git $UNKNOWN origin',
    'git "$UNKNOWN" origin',
    'git $UNKNOWN push origin',
    'git "$@"',
    'git $(cat name) origin',
    'git `cat name`',
    'git pu${X} origin',
    'git pus* origin',
    'git --no-pager push',
    'git -C . push',
    'git -C "$D" --no-pager push origin',
    'git --git-dir .git --work-tree=. -p push',
    '/usr/bin/git -C . push',
    'echo push origin | xargs git',
    'echo push | xargs -I{} git {} origin',
    'xargs -n1 env A=1 git < names',
    'find push -exec git {} \\;',
    'X=push; sudo git -C . $X',
  ])('%s', (line) => {
    for (const mode of modes)
      for (const [where, more] of situations) {
        const { decision, step } = judge(bash(line), policy(mode, { ...rules, session: ['Bash'] }, more));
        expect([mode, where, decision, step]).toEqual([mode, where, 'deny', 'static']);
      }
  });

  test.each([
    'X=log; git $X origin',
    'X=; git $X log',
    'export X=log; git "$X"',
    'git log "$UNKNOWN"',
    'git -C push log',
    'git --no-pager log push',
    'git commit -m "$MESSAGE"',
    'find . -exec git add {} +',
    'find . -name push -exec git {} \\;',
    'echo a | xargs git add',
    'git add *.ts',
    'gitk $X',
  ])('but not %s', (line) => {
    for (const mode of modes) expect([mode, judge(bash(line), policy(mode, rules)).step]).not.toEqual([mode, 'static']);
  });

  test.each([
    ['git pus[]h] x', 'git push *'],
    ['git pu[!]a]h x', 'git push *'],
    ['git p[u]s[h] x', 'git push *'],
    ['docker --host h run x', 'docker run *'],
    ['docker compose -f a.yml down', 'docker compose down *'],
    ['kubectl -n x delete pod y', 'kubectl delete *'],
    ['kubectl --context=c --namespace n delete pod y', 'kubectl delete *'],
    ['npm --prefix sub publish', 'npm publish *'],
    ['cargo +nightly -Z x publish', 'cargo publish *'],
    ['make -C sub deploy', 'make deploy *'],
    ['systemctl --user stop x', 'systemctl stop *'],
    ['gh -R a/b release create', 'gh release *'],
  ])('%s under %s', (line, pattern) => {
    for (const mode of modes)
      for (const [where, more] of situations)
        expect([mode, where, outcome(bash(line), policy(mode, { deny: [`Bash(${pattern})`] }, more))]).toEqual([
          mode,
          where,
          'deny static',
        ]);
  });
});

describe('ask and allow rules', () => {
  test('an ask rule sees values and options, and what is not certain only of variables of the line', () => {
    const ask = { ask: ['Bash(git push *)'] };
    for (const line of ['X=push; git $X', 'git -C . push', 'for X in a push; do git $X; done'])
      expect([line, outcome(bash(line), policy('yolo', ask))]).toEqual([line, 'ask ask-rule']);
    expect(outcome(bash('git $UNKNOWN'), policy('yolo', ask))).toBe('allow mode');
  });

  test('allow must hold for all forms', () => {
    const allow = (...patterns: string[]) => policy('manual', { allow: patterns.map((each) => `Bash(${each})`) });
    expect(outcome(bash('git -C sub status'), allow('git -C sub *'))).toBe('ask mode');
    expect(outcome(bash('git -C sub status; true'), allow('git -C sub *', 'git status'))).toBe('allow allow-rule');
    expect(outcome(bash('git -C sub status'), allow('git -C sub status'))).toBe('allow allow-rule');
    expect(outcome(bash('for x in a push; do git $x; done'), allow('git *'))).toBe('allow allow-rule');
    expect(outcome(bash('for x in a push; do git $x; done'), allow('git [!p]*'))).toBe('ask mode');
    expect(outcome(bash('for x in a push; do git $x; done'), allow('!git push*'))).toBe('ask mode');
  });
});

describe('options that run programs make a line unparsable', () => {
  test.each([
    'git -c alias.x=!touch x',
    'git -c core.sshCommand=x fetch',
    'git -C . -c Core.Pager=x log',
    'git -c "$K=x" log',
    'git --config-env=core.editor=E commit',
    'git --config-env core.editor=E commit',
    'git --exec-path=dir status',
    'git clone --config core.fsmonitor=x a',
    'tar xf a --to-command=x',
    'tar cf a --checkpoint=1 --checkpoint-action=exec=x b',
    'tar -I ./x -xf a',
  ])('%s', (line) => {
    for (const mode of ['manual', 'yolo'] as const) {
      const verdict = judge(bash(line), policy(mode, { allow: ['Bash(*)'] }));
      expect([mode, verdict.decision, verdict.danger]).toEqual([mode, 'ask', expect.arrayContaining(['unparsable'])]);
    }
    expect(outcome(bash(line), policy('auto', { deny: ['Bash(curl *)'] }))).toBe('deny static');
    for (const mode of modes) {
      expect(outcome(bash(line), policy(mode, {}, { readOnly: true }))).toBe('deny static');
      const planning = judge(bash(line), policy(mode, { allow: ['Bash'] }, { plan: { active: true } }));
      expect(planning).toMatchObject({ decision: mode === 'auto' ? 'deny' : 'ask', step: 'plan' });
    }
  });

  test.each(['git -c user.name=x commit', 'git commit -c HEAD', 'tar -I zstd -xf a', 'tar xf a'])(
    'but not %s',
    (line) => expect(outcome(bash(line), policy('yolo'))).toBe('allow mode'),
  );
});

describe('a redirection needs what a Write needs', () => {
  const allow = ['Bash(npm test)', 'Bash(echo *)', 'Bash(git *)'];
  test.each<[string, string[], string]>([
    ['echo x > package.json && npm test', [], 'ask'],
    ['echo x > package.json && npm test', ['Write(package.json)'], 'allow'],
    ['echo x > package.json && npm test', ['Write(*.md)'], 'ask'],
    ['echo x >> sub/a &> sub/b', ['Write(sub/**)'], 'allow'],
    ['echo x > sub/a 2> b', ['Write(sub/**)'], 'ask'],
    ['cd sub; echo x > a', ['Write(sub/**)'], 'ask'],
    ['cd sub; echo x > a', ['Write(sub/**)', 'Write(a)'], 'allow'],
    ['echo x > away/a', ['Write(away/**)'], 'ask'],
    ['echo x > $F', ['Write'], 'ask'],
    ['echo x > .env', ['Write', 'Write(**)'], 'ask'],
    ['echo x > .env', ['Write(.env)'], 'allow'],
    ['echo x > out', ['*'], 'allow'],
    ['echo x > /dev/null 2>&1', [], 'allow'],
    ['echo x <> sub/a', [], 'ask'],
  ])('%s with %j: %s in manual', (line, write, expected) => {
    expect(judge(bash(line), policy('manual', { allow: [...allow, ...write] })).decision).toBe(expected);
  });

  test('the temporary folder is excepted; a bare rule for Bash does not write', () => {
    expect(outcome(bash(`echo x > ${at('tmp/x')}`), policy('manual', { allow }))).toBe('allow allow-rule');
    expect(outcome(bash('echo x > out'), policy('manual', { allow: ['Bash'], session: ['Bash(echo *)'] }))).toBe(
      'ask mode',
    );
    expect(outcome(bash('echo x > out'), policy('manual', { session: ['Bash(echo x > out)'] }))).toBe(
      'allow session-rule',
    );
  });

  test('in yolo and auto as a Write, in plan mode and explore as before', () => {
    const line = bash('echo x > package.json');
    expect(outcome(line, policy('yolo'))).toBe('allow mode');
    expect(outcome(line, policy('auto'))).toBe('allow mode');
    for (const mode of modes) {
      const open = { allow: [...allow, 'Write'] };
      const planning = judge(line, policy(mode, open, { plan: { active: true } }));
      expect(planning).toMatchObject({ decision: mode === 'auto' ? 'deny' : 'ask', step: 'plan' });
      expect(outcome(line, policy(mode, open, { readOnly: true }))).toBe('deny static');
    }
  });

  test('a target in a variable of the line is compared with deny rules', () => {
    for (const mode of modes)
      expect(outcome(bash('F=secrets/a; echo x > $F'), policy(mode, { deny: ['Write(secrets/**)'] }))).toBe(
        'deny static',
      );
  });
});

describe('labels see the values of variables', () => {
  test.each([
    'X=.env; cat $X',
    'X=.env; cat "$X"',
    'X=.en; cat ${X}v',
    'export X=.env; cat $X',
    'D=sub; cat $D/.env',
    'X=a; X=.env; cat $X',
    'X=.env; X=a; (X=.env); cat $X',
    'false && X=.env; cat $X',
    'for f in a .env; do cat $f; done',
    'f() { cat $X; }; X=.env; f',
    'X=(a .env); cat "${X[@]}" $X',
    "X=.env sh -c 'cat $X'",
    'X=.env Y=$X; cat $Y',
    'cat ${X:-.env}',
    'X=.env; cat < $X',
  ])('%s', (line) => {
    for (const mode of modes)
      for (const [where, more] of situations)
        expect([mode, where, judge(bash(line), policy(mode, {}, more)).danger]).toEqual([
          mode,
          where,
          expect.arrayContaining(['secret-file']),
        ]);
    expect(judge(bash(line), policy('yolo')).decision).toBe('ask');
  });

  test.each(['X=.env cat $X', 'X=.env; cat a', 'X=a; cat $X'])('%s reads no secret', (line) =>
    expect(judge(bash(line), policy('yolo')).danger).toEqual([]),
  );

  test('other labels too', () => {
    expect(judge(bash('X=-rf; rm $X a'), policy('yolo')).danger).toEqual(['recursive-delete']);
    expect(judge(bash('X=push; git $X --force'), policy('yolo')).danger).toEqual(['history-rewrite']);
    expect(judge(bash('for X in log reset; do git $X --hard; done'), policy('yolo')).danger).toEqual([
      'history-rewrite',
    ]);
  });
});
