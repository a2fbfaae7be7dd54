/** What a read-only agent may not run, and what plan mode treats as writing (engine.md 6.2, 17.1). */
import { describe, expect, test } from '@jest/globals';
import { bash, judge, policy, type Mode } from './permission.fixture.js';

const modes: Mode[] = ['manual', 'yolo', 'auto'];
const open = { allow: ['Bash'], session: ['Bash'] };

describe('text that only a shell reads', () => {
  const lines = [
    "echo 'echo x > out' | sh",
    "echo 'echo x > out' | bash -s",
    "echo 'echo x > out' | env bash",
    'cat <<E | sh\necho x > out\nE',
    "printf 'echo x > out' | . /dev/stdin",
    "source /dev/stdin <<< 'echo x > out'",
    "source <(echo 'echo x > out')",
    "mapfile -C 'echo x > out #' -c 1 < kept.txt",
    "compgen -C 'echo x > out' foo",
    'x=\'$(echo x > out)\'; echo "${x@P}"',
    "x='a[$(echo x > out)]'; (( x ))",
    'x=\'a[$(echo x > out)]\'; test -v "$x"',
    "PS4='$(echo x > out)'; set -x; true",
    "PS4='$(echo x > out)' bash -xc true",
    'BASH_ENV=kept.txt bash -c true',
    "flock . sh -c 'echo x > out'",
    "/usr/bin/ionice bash -lc 'echo x > out'",
    "su -c 'echo x > out'",
  ];
  test.each(lines)('%s', (line) => {
    for (const mode of modes) {
      const looking = judge(bash(line), policy(mode, open, { readOnly: true }));
      expect([mode, looking.decision, looking.step]).toEqual([mode, 'deny', 'static']);
      const planning = judge(bash(line), policy(mode, open, { plan: { active: true } }));
      expect([mode, planning.decision]).toEqual([mode, mode === 'auto' ? 'deny' : 'ask']);
    }
  });

  test.each([
    'git log --oneline | head -5',
    'which bash',
    'grep -rn "sh -c" .',
    'bash script.sh',
    "sh -c 'ls | wc -l'",
    'for f in *; do echo "$f"; done',
    '[[ a > b ]] || echo $(( 1 + 2 ))',
    'find . -name "*.ts" -exec grep -l sh {} +',
    'ls 2>/dev/null',
  ])('but not %s', (line) => {
    for (const more of [{ readOnly: true }, { plan: { active: true } }])
      expect(judge(bash(line), policy('auto', {}, more)).decision).toBe('allow');
  });
});

describe('programs that change files', () => {
  const lines = [
    'echo x | tee out',
    'cp a b',
    '/bin/rm a',
    'ls && touch a',
    'find . -delete',
    'find . -exec rm {} +',
    'ls | xargs rm',
    'sed -i s/a/b/ a',
    'sort a -o a',
    'git checkout -- .',
    'git -C sub reset --hard',
    "sh -c 'mkdir a'",
  ];
  test.each(lines)('%s: the user decides, no rule and no mode', (line) => {
    for (const mode of modes) {
      const { decision, sessionScope } = judge(bash(line), policy(mode, open, { readOnly: true }));
      expect([mode, decision, sessionScope]).toEqual([mode, mode === 'manual' ? 'ask' : 'deny', false]);
    }
    expect(judge(bash(line), policy('auto')).decision).toBe('allow');
  });

  test.each(['sed -n 1,5p a', 'sort a', 'find . -name a', 'git log -p', 'git -C sub diff', 'git status'])(
    '%s changes nothing',
    (line) => expect(judge(bash(line), policy('auto', {}, { readOnly: true })).decision).toBe('allow'),
  );
});
