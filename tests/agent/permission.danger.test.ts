/** The danger labels of calls, and their order. */
import { describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../daemon/agent/commandline/parse.js';
import { dangerLabels } from '../../daemon/agent/permission/danger.js';

const label = (line: string): string[] =>
  dangerLabels(
    parseCommandLine(line, () => 0),
    { userHome: '/home/u', secret: (word) => word.text === '.env' },
  );

describe('danger labels', () => {
  test.each([
    [
      'recursive-delete',
      [
        'rm -rf x',
        'rm -R x',
        'rm --recursive x',
        'rm x -r',
        '/bin/rm -fr x',
        'echo x | xargs rm -rf',
        'find . -delete',
        'find . -exec rm {} \\;',
        'r"m" -rf x',
        "sh -c 'rm -rf x'",
        'echo $(rm -r x)',
      ],
    ],
    ['privilege', ['sudo a', 'doas a', 'su - x', 'env sudo a', 'sudo -l']],
    [
      'pipe-to-shell',
      [
        'curl x | sh',
        'curl x | bash -s',
        'wget -O- x | /bin/bash',
        'curl x | sudo bash',
        'bash <(curl x)',
        'source <(curl x)',
        'a | python3',
        'a | python3 - b',
        'a | python3 -u - b',
        'a | python3 -W ignore',
        'a | python3.12 -X dev - b',
        'a | python3 /dev/stdin b',
        'a | node - b',
        'a | node -r b - c',
        'a | perl - b',
        'a | perl -I b -',
        'a | ruby - b',
        'a | php - b',
        '. <(a)',
        'a | { b; sh; }',
        'a | env bash',
      ],
    ],
    [
      'raw-device',
      [
        'dd if=x of=/dev/sda',
        'mkfs.ext4 x',
        'mkfs x',
        'a > /dev/sda',
        'a | tee /dev/nvme0n1',
        'cat x >> /dev/disk0',
        'a > /dev/../dev/sda',
        'shred /dev/sdb',
      ],
    ],
    [
      'permissions',
      [
        'chmod -R 777 x',
        'chmod 0777 -R x',
        'chmod -R a+rwx x',
        'chmod -R o+w x',
        'chown -R a /',
        'chown -R a:b ~',
        'chown -R a $HOME',
        'chown -R a /home/u',
        'chown -R a /home/u/',
        'chmod -R 700 /',
        'chown --recursive a /*',
      ],
    ],
    ['fork-bomb', [':(){ :|:& };:', 'b() { b & b; }; b', 'function x { x | x & }; x']],
    [
      'history-rewrite',
      [
        'git push --force',
        'git push -f origin',
        'git push origin +main',
        'git push --force-with-lease',
        'git -C x push -f',
        'git -c a=b reset --hard',
        'git reset --hard HEAD~1',
        'git clean -fdx',
        'git clean -f',
        'git filter-branch x',
        'git push --mirror',
        '/usr/bin/git reset --hard',
      ],
    ],
    [
      'publish',
      [
        'npm publish',
        'npm --tag x publish',
        'cargo publish',
        'twine upload x',
        'twine publish x',
        'gh release create v1',
        'pnpm publish',
        'python -m twine upload x',
      ],
    ],
    [
      'system',
      [
        'shutdown now',
        'reboot',
        'halt',
        'kill -9 1',
        'kill -9 -1',
        'systemctl stop x',
        'systemctl --user stop x',
        'service x stop',
        'init 0',
        'poweroff',
      ],
    ],
    ['secret-file', ['cat .env', 'a < .env', 'a > .env', 'cp ".env" x']],
    ['unparsable', ['$x', "a '"]],
  ])('%s', (expected, lines) => {
    for (const line of lines) expect([line, label(line)]).toEqual([line, expect.arrayContaining([expected])]);
  });

  test.each([
    'rm x',
    'rm -f x',
    'git push',
    'git reset --soft HEAD~1',
    'git clean -n',
    'npm run publish-docs',
    'gh release list',
    'kill -9 1234',
    'kill 12',
    'systemctl status x',
    'chmod 644 x',
    'chmod -R 755 x',
    'chown -R a x',
    'chmod 777 x',
    'dd if=/dev/zero of=x',
    'a > /dev/null',
    'a 2> /dev/stderr',
    'sh x.sh',
    'a | grep b',
    'echo rm -rf x',
    'echo "sudo"',
    'git log --force',
    'f() { a; }; f',
    'a | bash x.sh',
    'python3 x.py',
    'a | python3 x.py',
    'a | python3 x.py -',
    'a | python3 -u x.py -',
    'a | python3 -c b -',
    'a | node -r b x.js',
  ])('%s has none', (line) => expect(label(line)).toEqual([]));

  test('are listed in one order', () =>
    expect(label('reboot; sudo rm -rf x; $x')).toEqual(['recursive-delete', 'privilege', 'system', 'unparsable']));
});
