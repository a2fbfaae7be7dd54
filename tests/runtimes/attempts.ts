/** Ways out of the sandbox, as a command could try them, each with what must hold afterwards (runtimes.md 15). */
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Profile, type SandboxSettings, type Traces } from '../../daemon/runtimes/runtimes.js';
import { abstractName, configuration, secrets, secretsOfHome, startFiles, type Place } from './place.js';

export interface Outcome {
  code: number | null;
  output: string;
  traces: Traces;
  /** median delay of the server's event loop, in milliseconds */
  lagMs: number;
}

export interface Attempt {
  row: number;
  name: string;
  profiles?: Profile[];
  command(place: Place): string;
  /** returns what is wrong afterwards; undefined when the sandbox held */
  wrong(outcome: Outcome, place: Place, profile: Profile): string | undefined;
  env?: Record<string, string>;
  cwd?: (place: Place) => string;
  settings?: Partial<SandboxSettings>;
  /** prepares the machine */
  before?(place: Place): void;
  /** skips the attempt on a machine without this program */
  needs?: string;
  user?: 'root' | 'other';
  /** `never`: not tried without the sandbox, as it would change or leave the machine; `root`: only tried by root */
  outside?: 'never' | 'root';
  /** a sandbox waits, then `before` runs and `settings` apply; `isTaken`: whether the command must use that sandbox */
  spare?: { isTaken: boolean; settings?: Partial<SandboxSettings> };
  /** can share a sandbox with others: its command leaves nothing behind, and its output and exit code show all */
  together?: true;
}

export const canary = 'canary-of-the-server';

const fails = ({ code, output }: Outcome): string | undefined =>
  code === 0 ? `it ended well: ${output.slice(0, 300)}` : undefined;
const says =
  (pattern: RegExp) =>
  ({ output }: Outcome): string | undefined =>
    pattern.test(output) ? undefined : `it said: ${output.slice(0, 300)}`;
const slow = (lagMs: number): string | undefined =>
  lagMs > 50 ? `the server answers after ${Math.round(lagMs)} ms` : undefined;
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Ways to write `x` to the file `$f`. */
const writers: [name: string, line: string, needs?: string][] = [
  ['a redirection', 'echo x > "$f"'],
  ['awk', 'awk -v f="$f" \'BEGIN { print "x" > f }\''],
  ['perl', 'perl -e \'open(F, q(>), $ARGV[0]) or die; print F q(x)\' "$f"', 'perl'],
  ['make', 'printf "all:\\n\\techo x > %s\\n" "$f" | make -sf - all', 'make'],
  ['tar', 'tar -C "$(dirname "$f")" -xf /tmp/one.tar && mv "$(dirname "$f")/one" "$f"', 'tar'],
  ['cp, and sed -i', 'cp /etc/passwd "$f" && sed -i 1d "$f"'],
  ['dd', 'dd if=/dev/zero of="$f" count=1 2>/dev/null'],
  ['a link to it', 'rm -f /tmp/l; ln -s "$f" /tmp/l && echo x > /tmp/l'],
];

const targets = (place: Place, at: number): string[] =>
  [place.cwd, place.userHome, place.outside, '/etc', '/usr/local/bin', '/var/tmp', place.home].map((each) =>
    join(each, `written-${process.pid}-${at}`),
  );

/** Writes to all targets in one process, since Python starts slowly on some machines. */
const pythonScript = 'import sys\nfor f in sys.argv[1:]:\n try: open(f, "w").write("x")\n except OSError: pass';

const writing: Attempt[] = [...writers, ['python', '', 'python3'] as const].map(([name, line, needs], at) => ({
  row: 3,
  together: true,
  name: `writes with ${name}`,
  ...(needs === undefined ? {} : { needs }),
  command: (place) =>
    line === ''
      ? `python3 -c ${quote(pythonScript)} ${targets(place, at).map(quote).join(' ')}`
      : `cd /tmp; touch one; tar -cf one.tar one 2>/dev/null; for f in ${targets(place, at).map(quote).join(' ')}; do (${line}) >/dev/null 2>&1 && echo "$f"; done; true`,
  wrong({ output }, place, profile) {
    const expected = profile === 'workspace' ? targets(place, at).slice(0, 1) : [];
    const written = targets(place, at).filter((each) => existsSync(each));
    for (const each of written) rmSync(each, { force: true });
    return String(written) === String(expected) ? undefined : `written: ${String(written)}; it said: ${output}`;
  },
}));

const connect = (address: string): string =>
  `perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Peer => ${address}) or die "refused: $!\\n"; print "reached\\n"'`;

/** [name, x64 number, arguments, errno] of system calls that the filter refuses. */
const calls: [name: string, number: number, args: string, errno: number][] = [
  ['keyctl', 250, '0,0,0', 1],
  ['add_key', 248, '0,0,0', 1],
  ['bpf', 321, '0,0,0', 1],
  ['userfaultfd', 323, '0', 1],
  ['perf_event_open', 298, '0,0,0,0,0', 1],
  ['io_uring_setup', 425, '1,0', 38],
  ['socket AF_VSOCK', 41, '40,1,0', 97],
  ['socket AF_ALG', 41, '38,5,0', 97],
  ['setns', 308, '0,0', 1],
  ['mount', 165, '0,0,0,0,0', 1],
  ['pivot_root', 155, '0,0', 1],
  ['open_tree', 428, '0,0,0', 1],
  ['fsopen', 430, '0,0', 1],
  ['ptrace of the first process', 101, '16,1,0,0', 1],
  ['process_vm_readv of the first process', 310, '1,0,0,0,0,0', 1],
  ['a call of the x32 ABI', 0x40000000 + 39, '0', 38],
];

const git = (place: Place): string => join(place.cwd, '.git');
export const isRoot = process.getuid?.() === 0;

/** An attempt to plant something in the workspace, which must end up in the quarantine. */
const planted = (row: number, name: string, command: (place: Place) => string, paths: string[]): Attempt => ({
  row,
  name,
  profiles: ['workspace'],
  command,
  wrong({ traces, output }, place) {
    const left = paths
      .map((each) => join(place.cwd, each))
      .filter((each) => lstatSync(each, { throwIfNoEntry: false }));
    for (const each of left) rmSync(each, { recursive: true, force: true });
    if (left.length > 0) return `left: ${String(left)}; it said: ${output}`;
    const moved = paths.filter((each) => traces.quarantined.includes(join(place.cwd, each)));
    return moved.length === paths.length ? undefined : `only moved: ${String(traces.quarantined)}; it said: ${output}`;
  },
});

/** Returns the attempt, and the same attempt in a sandbox that waited for a command. */
const alsoInSpare = (attempt: Attempt): Attempt[] => [
  attempt,
  { ...attempt, name: `${attempt.name}, where one waits`, spare: { isTaken: true } },
];

/** How a command can end that has started other processes, some of which ignore signals. */
export const endings: Pick<Attempt, 'row' | 'name' | 'profiles'>[] = [
  'by itself',
  'stopped',
  'bubblewrap is killed',
  'the server is killed',
  'the server is killed, after its guard',
].map((name) => ({ row: 21, name }));

/** Title of an attempt to replace bubblewrap, which works only where no command can write. */
export const swapOf = (isInWorkspace: boolean): string =>
  `27: a program in the place of bubblewrap, ${isInWorkspace ? 'in' : 'beside'} the workspace`;

export const leavesBehind = (seconds: number, stays: boolean): string =>
  [
    `setsid sh -c "trap '' TERM HUP INT; sleep ${seconds}; sleep ${seconds}" &`,
    `(sh -c 'sleep ${seconds} & sleep ${seconds} &' &)`,
    `nohup sleep ${seconds} >/dev/null 2>&1 &`,
    // waits until all have started
    'until [ "$(cat /proc/[0-9]*/comm 2>/dev/null | grep -c "^sleep$")" -ge 4 ]; do :; done',
    stays ? `echo begun; trap '' TERM; while :; do sleep 1; done` : 'echo begun',
  ].join('\n');

export const attempts: Attempt[] = [
  ...alsoInSpare({
    row: 1,
    name: 'the environment of the server, and other processes',
    command: () => 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -c canary; ls -d /proc/[0-9]* | wc -l',
    wrong: says(/^0\n[1-9]\n$/),
  }),
  { row: 2, together: true, name: 'a signal to the server', command: () => `kill -0 ${process.pid}`, wrong: fails },
  {
    row: 2,
    together: true,
    name: 'the memory of the server',
    command: () => `head -c 1 /proc/${process.pid}/mem`,
    wrong: fails,
  },
  {
    row: 2,
    together: true,
    name: 'the memory of the first process',
    command: () => 'cat /proc/1/mem /proc/1/task/1/mem | head -c 1 | wc -c; : > /proc/1/mem && echo written',
    wrong: ({ output }) => (/^0$/m.test(output) && !output.includes('written') ? undefined : output),
  },
  ...writing,
  ...[...secrets.map((each) => `~/${each}`), ...secretsOfHome].map((each): Attempt => ({
    row: 4,
    together: true,
    name: `reads ${each}`,
    command: (place) =>
      `cat ${quote(each.startsWith('~/') ? join(place.userHome, each.slice(2)) : join(place.home, each))}; true`,
    wrong: ({ output }, _place, profile) =>
      output.includes('secret') && (profile === 'workspace' || !each.startsWith('~/'))
        ? `it said: ${output}`
        : undefined,
  })),
  ...['work/docker.sock', 'user/.docker/run/docker.sock', 'outside/agent.sock'].map((each): Attempt => ({
    row: 5,
    together: true,
    name: `connects to the socket ${each}`,
    needs: 'perl',
    command: (place) => connect(`"${join(place.root, each)}"`),
    wrong: says(/^refused/),
  })),
  {
    row: 5,
    together: true,
    name: 'a socket of its own',
    needs: 'perl',
    profiles: ['workspace'],
    command: () =>
      `perl -MIO::Socket::UNIX -e 'unlink "own.sock"; my $s = IO::Socket::UNIX->new(Local => "own.sock", Listen => 1) or die $!; IO::Socket::UNIX->new(Peer => "own.sock") or die $!; print "reached"; unlink "own.sock"'`,
    wrong: says(/^reached/),
  },
  ...[
    ['mv .git', 'mv .git x'],
    ['rename of the directory, and another in its place', 'mv .git .git2 && mkdir -p .git/hooks'],
    ['rm of the hooks', 'rm -rf .git/hooks/*; rm -r .git/hooks'],
    ['a hook', 'echo x > .git/hooks/pre-commit'],
    ['the configuration', 'git config core.fsmonitor ./evil'],
    ['the configuration by rename', 'echo x > .git/new && mv .git/new .git/config'],
    ['info', 'echo x > .git/info/attributes'],
    ['what a setting names as hooks', 'echo x > scripts/hooks/pre-push'],
    ['a file that the configuration includes', 'echo x > included.config'],
    ['the file of a worktree', 'echo x > tree/.git'],
    ['the file of a worktree by rename', 'mv tree/.git tree/x'],
    ['the directory of another worktree', 'echo /tmp > .git/worktrees/tree/commondir'],
    ['the file of a submodule', 'echo x > sub/.git'],
    ['the file of a submodule by rename', 'mv sub/.git sub/x'],
    ['the configuration of a submodule', 'echo x >> .git/modules/sub/config'],
    ['the hooks of a submodule', 'echo x > .git/modules/sub/hooks/pre-commit'],
    ['rename of the directory of a submodule', 'mv .git/modules/sub .git/modules/x'],
    ['the configuration of a repository below', 'git -C deep/er/repo config core.pager ./evil'],
    ['an editor', 'echo x > .vscode/tasks.json'],
    ['an editor, by rename', 'mv .vscode x'],
    ['.envrc', 'echo x > .envrc'],
  ].map(([name = '', command = '']): Attempt => ({
    row: 8,
    together: true,
    name: `changes ${name}`,
    command: () => command,
    wrong: (outcome, place) =>
      fails(outcome) ?? (readFileSync(join(git(place), 'config'), 'utf8').includes('evil') ? 'config' : undefined),
  })),
  {
    row: 8,
    name: 'git works',
    profiles: ['workspace'],
    command: () =>
      'set -e; echo x > new; git add new; git -c user.name=a -c user.email=a@b commit -qm new; git branch -f other; git stash list; git -C tree status -s; git worktree add -q w2 HEAD; git worktree list | wc -l; cd deep/er/repo && git status -s',
    wrong: ({ code, output, traces }, place) =>
      code === 0 && traces.quarantined.length === 0 && existsSync(join(place.cwd, 'w2/.git'))
        ? undefined
        : `${output} ${String(traces.quarantined)}`,
  },
  planted(9, 'plants an agent', () => 'mkdir -p .agent-code/agents && echo x > .agent-code/agents/explore.md', [
    '.agent-code',
  ]),
  planted(9, 'plants servers', () => 'echo {} > .mcp.json', ['.mcp.json']),
  planted(9, 'plants hooks of husky', () => 'mkdir .husky && echo x > .husky/pre-commit', ['.husky']),
  planted(9, 'plants by rename', () => 'mkdir x && echo x > x/y && mv x .idea', ['.idea']),
  planted(9, 'plants by link', () => 'ln -s /tmp .zed', ['.zed']),
  planted(9, 'plants the directory that all worktrees share', () => 'echo ../evil > .git/commondir', [
    '.git/commondir',
  ]),
  planted(
    9,
    'makes a repository that runs a program',
    () => 'git init -q made && git -C made config core.fsmonitor ./x',
    ['made/.git/config'],
  ),
  planted(9, 'makes a repository with a hook', () => 'git init -q made2 && echo x > made2/.git/hooks/post-checkout', [
    'made2/.git/hooks',
  ]),
  planted(
    9,
    'makes a repository without .git',
    () => 'git init -q --bare bare && git -C bare config core.sshCommand ./x',
    ['bare/config'],
  ),
  planted(
    9,
    'makes a file that leads to a repository',
    () =>
      'mkdir -p lead && git init -q ev && git -C ev config alias.st "!x" && mv ev/.git lead/store && echo "gitdir: store" > lead/.git',
    ['lead/.git'],
  ),
  planted(
    9,
    'renames what is above a repository, and makes another',
    () =>
      'mv deep/er/repo deep/er/away; mv deep/er deep/r2; mkdir -p deep/er/repo && git init -q deep/er/repo && git -C deep/er/repo config core.editor x; true',
    ['deep/er/repo/.git/config'],
  ),
  {
    row: 9,
    name: 'a replaced link comes back',
    profiles: ['workspace'],
    command: () => 'rm .codex && mkdir .codex && echo x > .codex/config.toml',
    wrong: ({ traces }, place) =>
      lstatSync(join(place.cwd, '.codex')).isSymbolicLink() && traces.quarantined.length === 1
        ? undefined
        : 'it stayed',
  },
  {
    row: 9,
    name: 'an ordinary repository stays',
    profiles: ['workspace'],
    command: () =>
      'git init -q plain && cd plain && git remote add origin https://example.test/x && git checkout -qb main2',
    wrong: ({ traces, code }, place) =>
      code === 0 && traces.quarantined.length === 0 && traces.repositories.includes(join(place.cwd, 'plain'))
        ? undefined
        : JSON.stringify(traces),
  },
  ...['ln "$PWD/a.txt" ../outside/link', 'ln ../outside/secret here', 'ln ../user/.bashrc here'].map(
    (command): Attempt => ({
      row: 11,
      together: true,
      name: command,
      profiles: ['workspace'],
      command: () => command,
      wrong: fails,
    }),
  ),
  ...[
    'mount -t tmpfs none /tmp',
    'mount -o remount,rw /',
    'umount /tmp',
    'unshare --user true',
    'unshare --mount true',
    'chroot / true',
    'mknod /tmp/disk b 8 0',
    `nsenter -t 1 -m true`,
  ].map((command): Attempt => ({ row: 12, together: true, name: command, command: () => command, wrong: fails })),
  ...['/dev/mem', '/dev/kmsg', '/dev/fuse', '/dev/kvm', '/dev/sda', '/dev/vda', '/dev/nvme0n1'].map(
    (each): Attempt => ({ row: 13, together: true, name: each, command: () => `ls ${each}`, wrong: fails }),
  ),
  { row: 13, together: true, name: 'a terminal', command: () => ': < /dev/tty', wrong: fails },
  ...alsoInSpare({
    row: 13,
    name: 'TIOCSTI',
    needs: 'perl',
    command: () => `perl -e 'my $c = "x"; ioctl(STDIN, 0x5412, $c) or die 0 + $!, "\\n"'`,
    wrong: says(/^1\n/),
  }),
  ...[
    '/proc/sys/kernel/core_pattern',
    '/proc/sysrq-trigger',
    '/sys/kernel/uevent_helper',
    '/proc/sys/kernel/modprobe',
  ].map((each): Attempt => ({
    row: 14,
    together: true,
    name: `writes ${each}`,
    outside: 'root',
    command: () => `: >> ${each}`,
    wrong: fails,
  })),
  {
    row: 14,
    together: true,
    name: 'writes files of the control groups',
    command: () =>
      'for f in /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/*/cgroup.procs; do echo $$ >> $f && echo written; done; true',
    wrong: ({ output }) => (output.includes('written') ? output : undefined),
  },
  ...alsoInSpare({
    row: 15,
    name: 'capabilities',
    command: () => 'grep -E "NoNewPrivs|CapEff|CapPrm|CapBnd|CapAmb" /proc/self/status',
    wrong: says(/^(?:Cap\w+:\s+0+\n)+NoNewPrivs:\s+1\n$/),
  }),
  ...calls.map(([name, number, args, errno]): Attempt => ({
    row: 16,
    together: true,
    name: `calls ${name}`,
    needs: 'perl',
    command: () => `perl -e 'my $r = syscall(${number}, ${args}); print $r, " ", 0 + $!, "\\n"'`,
    wrong: (outcome) => (process.arch === 'x64' ? says(new RegExp(`^-1 ${errno}\\n`))(outcome) : undefined),
  })),
  {
    row: 17,
    name: 'programs in a directory of the search path, which the next command starts with',
    profiles: ['workspace'],
    command: () =>
      'mkdir -p bin; for n in bwrap sh git env nsenter; do printf "#!/bin/sh\\ntouch /tmp/../tmp/taken taken\\n" > bin/$n; chmod +x bin/$n; done; echo planted',
    wrong: says(/^planted/),
  },
  {
    row: 17,
    name: 'the next command',
    profiles: ['workspace'],
    env: { BASH_ENV: './evil', LD_PRELOAD: './evil.so', NODE_OPTIONS: '--version' },
    command: (place) => `PATH=${place.cwd}/bin:$PATH; ls taken; echo "$BASH_ENV$LD_PRELOAD"`,
    wrong: ({ output }, place) => {
      rmSync(join(place.cwd, 'bin'), { recursive: true, force: true });
      return /evil/.test(output) || existsSync(join(place.cwd, 'taken')) ? output : undefined;
    },
  },
  ...startFiles.map((each): Attempt => ({
    row: 18,
    together: true,
    name: `writes ~/${each}`,
    command: (place) => `f=${quote(join(place.userHome, each))}; mkdir -p "$(dirname "$f")"; echo x >> "$f"`,
    wrong: fails,
  })),
  ...['.npm', '.cargo/registry'].map((each): Attempt => ({
    row: 19,
    together: true,
    name: `poisons ~/${each}`,
    profiles: ['workspace'],
    command: (place) => `f=${quote(join(place.userHome, each, 'entry'))}; echo poisoned > "$f"; cat "$f"`,
    wrong: ({ output }, place) =>
      output === 'poisoned\n' && readFileSync(join(place.userHome, each, 'entry'), 'utf8') === 'genuine'
        ? undefined
        : output,
  })),
  ...alsoInSpare({
    row: 20,
    name: 'descriptors',
    command: () => 'for each in /proc/$$/fd/*; do [ -L $each ] && echo ${each##*/}; done; true',
    wrong: says(/^0\n1\n2\n$/),
  }),
  ...alsoInSpare({
    row: 22,
    name: 'more processes than the limit',
    profiles: ['workspace'],
    user: 'other',
    outside: 'never',
    settings: { maxProcesses: 64 },
    // the shell itself exits when it cannot start another process
    command: () => '(for i in $(seq 200); do sleep 5 & done) 2>/dev/null; set -- /proc/[0-9]*; echo $#',
    wrong({ output, lagMs }) {
      const count = Number(/^\d+$/m.exec(output)?.[0] ?? 0);
      return count < 30 || count > 70 ? output : slow(lagMs);
    },
  }),
  {
    row: 22,
    name: 'a flood of output',
    command: () => 'yes | head -c 20000000',
    wrong: ({ output, lagMs }) => (output.length === 20_000_000 ? slow(lagMs) : `${output.length} bytes`),
  },
  {
    row: 24,
    name: 'changes the configuration',
    command: ({ home }) =>
      `cd ${quote(home)}; cat config.toml; sed -i s/ask/host/ config.toml; echo 'network = "host"' >> config.toml; mv config.toml x`,
    wrong: ({ output, code }, { home }) =>
      code !== 0 && !output.includes('network') && readFileSync(join(home, 'config.toml'), 'utf8') === configuration
        ? undefined
        : output,
  },
  ...['/', '/etc'].map((each): Attempt => ({
    row: 23,
    name: `starts in ${each}`,
    cwd: () => each,
    command: () => `pwd; touch ${quote(`written-${process.pid}`)}`,
    wrong: fails,
  })),
  { row: 23, name: 'starts in the home', cwd: ({ userHome }) => userHome, command: () => 'pwd; touch x', wrong: fails },
  {
    row: 26,
    name: 'says that it ended well',
    command: () => 'for n in 3 4 5 6 7 8 9; do echo \'{ "exit-code": 0 }\' >&$n; done 2>/dev/null; exit 3',
    wrong: ({ code }) => (code === 3 ? undefined : String(code)),
  },
  {
    row: 4,
    name: 'secrets of the environment',
    profiles: ['workspace'],
    env: {
      GITHUB_TOKEN: 'secret',
      DB_PASSWORD: 'secret',
      SSH_AUTH_SOCK: 'secret',
      MY_API_KEY: 'secret',
      TOKENIZER: 'fine',
    },
    command: () => 'env | sort; echo $TOKENIZER',
    wrong: ({ output }) => (output.includes('secret') || !output.endsWith('fine\n') ? output : undefined),
  },
];

/** Direct connections, which ignore the proxy in the environment. */
const dials: [name: string, line: (place: Place) => string][] = [
  ['the loopback of the machine', ({ port }) => `Proto => "tcp", PeerAddr => "127.0.0.1:${port}"`],
  ['the address of a cloud', () => 'Proto => "tcp", PeerAddr => "169.254.169.254:80"'],
  ['an address of the internet', () => 'Proto => "tcp", PeerAddr => "192.0.2.1:80"'],
];

/** How the proxy answers CONNECT for a host. */
const asked: [host: string, answer: RegExp][] = [
  ['ok.test', /^HTTP\/1.1 200/],
  ['OK.test', /^HTTP\/1.1 200/],
  ['ok.test.', /^HTTP\/1.1 200/],
  ['open.test', /^HTTP\/1.1 403.*x-agent-sandbox: private address/is],
  ['other.test', /^HTTP\/1.1 403.*x-agent-sandbox: nobody to ask/is],
  ['denied.test', /^HTTP\/1.1 403.*x-agent-sandbox: not allowed/is],
  ['127.0.0.1', /^HTTP\/1.1 403.*private address/is],
  ['0x7f.1', /^HTTP\/1.1 403.*private address/is],
  ['2130706433', /^HTTP\/1.1 403.*private address/is],
  ['[::1]', /^HTTP\/1.1 403.*private address/is],
  ['[::ffff:127.0.0.1]', /^HTTP\/1.1 403.*private address/is],
  ['localhost', /^HTTP\/1.1 403.*private address/is],
  ['169.254.169.254', /^HTTP\/1.1 403.*private address/is],
  ['192.168.1.1', /^HTTP\/1.1 403.*private address/is],
  ['evil\\0.ok.test', /^HTTP\/1.1 400/],
  ['ok.test\\@evil.test', /^HTTP\/1.1 400/],
  ['ok.test%00', /^HTTP\/1.1 400/],
  ['\\xd0\\xbek.test', /^HTTP\/1.1 40[03]/],
  [`${'a'.repeat(300)}.test`, /^HTTP\/1.1 400/],
];

const inWorkspace = { profiles: ['workspace'] as Profile[] };
const onlyInside = { ...inWorkspace, outside: 'never' } as const;
attempts.push(
  ...dials.map(([name, line], at): Attempt => ({
    ...(at === 0 ? inWorkspace : onlyInside),
    row: 6,
    together: true,
    name: `connects to ${name}`,
    needs: 'perl',
    command: (place) =>
      `perl -MIO::Socket::INET -e 'IO::Socket::INET->new(${line(place)}, Timeout => 2) or die "refused: $!\\n"; print "reached"'`,
    wrong: says(/^refused/),
  })),
  {
    ...onlyInside,
    row: 6,
    together: true,
    name: 'sends a datagram',
    needs: 'perl',
    command: () =>
      `perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(Proto => "udp", PeerAddr => "192.0.2.1:53") or die "refused: $!\\n"; $s->send("x") or die "refused: $!\\n"; print "sent"'`,
    wrong: says(/^refused/),
  },
  {
    ...inWorkspace,
    row: 5,
    together: true,
    name: 'connects to an abstract socket',
    needs: 'perl',
    // padded as Node does it
    command: () => connect(`"${'\\0'}${abstractName}" . "${'\\0'}" x ${107 - abstractName.length}`),
    wrong: says(/^refused/),
  },
  ...asked.map(([host, answer]): Attempt => ({
    ...onlyInside,
    row: 7,
    together: true,
    name: `asks the proxy for ${host.slice(0, 40)}`,
    needs: 'perl',
    command: ({ port }) =>
      `perl -MIO::Socket::INET -e 'my ($p) = $ENV{http_proxy} =~ /:(\\d+)$/; my $s = IO::Socket::INET->new(Proto => "tcp", PeerAddr => "127.0.0.1:$p") or die "no proxy: $!"; print $s "CONNECT ${host}:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"; sysread $s, my $a, 2000; print $a'`,
    wrong: says(answer),
  })),
  {
    ...onlyInside,
    row: 6,
    name: 'reads a page of an allowed host, and of another',
    needs: 'curl',
    command: ({ port }) => `curl -s http://ok.test:${port}/; curl -s http://other.test:${port}/`,
    wrong: ({ output, traces }, { port }) =>
      output === 'reached ok.test\nrefused by the sandbox: nobody to ask\n' &&
      JSON.stringify(traces.refused) === JSON.stringify([{ host: 'other.test', port, reason: 'nobody to ask' }])
        ? undefined
        : `${output} ${JSON.stringify(traces)}`,
  },
  {
    ...onlyInside,
    row: 22,
    name: 'a flood of connections',
    needs: 'perl',
    command: () =>
      `perl -MIO::Socket::INET -e 'my ($p) = $ENV{http_proxy} =~ /:(\\d+)$/; my @s; for (1 .. 1000) { push @s, IO::Socket::INET->new(Proto => "tcp", PeerAddr => "127.0.0.1:$p") } sysread $s[-1], my $a, 100; print $a'`,
    wrong: (outcome) => says(/^HTTP\/1.1 503/)(outcome) ?? slow(outcome.lagMs),
  },
  {
    ...onlyInside,
    row: 28,
    name: 'a sandbox that waits is taken where all is as it was',
    spare: { isTaken: true },
    env: { ODD: 'it\'s "$HOME"\n`x` \\', EMPTY: '' },
    cwd: ({ cwd }) => join(cwd, 'deep'),
    command: () => 'pwd; echo "$PWD $OLDPWD"; printf "%s|" "$ODD" "${EMPTY-none}" "$AGENT_SANDBOX"; exit 7',
    wrong: ({ code, output }, { cwd }) =>
      code === 7 && output === `${cwd}/deep\n${cwd}/deep \nit's "$HOME"\n\`x\` \\||workspace|` ? undefined : output,
  },
  {
    ...onlyInside,
    row: 28,
    name: 'the configuration of git was replaced while one waited',
    spare: { isTaken: false },
    before({ cwd }) {
      const file = join(cwd, '.git/config');
      writeFileSync(`${file}.new`, readFileSync(file));
      renameSync(`${file}.new`, file);
    },
    command: () => 'git config core.pager ./evil || echo x >> .git/config',
    wrong: fails,
  },
  {
    ...onlyInside,
    row: 28,
    name: 'a protected directory was made while one waited',
    spare: { isTaken: false },
    before: ({ cwd }) => mkdirSync(join(cwd, '.agent-code/agents'), { recursive: true }),
    command: () => 'echo x > .agent-code/agents/explore.md',
    wrong(outcome, { cwd }) {
      rmSync(join(cwd, '.agent-code'), { recursive: true });
      return fails(outcome);
    },
  },
  {
    ...onlyInside,
    row: 28,
    name: 'more is hidden since one waits',
    spare: { isTaken: false, settings: { hide: ['~/bin'] } },
    command: ({ userHome }) => `ls -A ${quote(join(userHome, 'bin'))}`,
    wrong: says(/^$/),
  },
  {
    ...onlyInside,
    row: 28,
    name: 'a hidden file was replaced while one waited',
    spare: { isTaken: false },
    before({ userHome }) {
      writeFileSync(join(userHome, '.netrc.new'), 'secret');
      renameSync(join(userHome, '.netrc.new'), join(userHome, '.netrc'));
    },
    command: ({ userHome }) => `cat ${quote(join(userHome, '.netrc'))}`,
    wrong: says(/^$/),
  },
  {
    row: 28,
    name: 'the data directory was replaced while one waited',
    outside: 'never',
    spare: { isTaken: false },
    before({ home }) {
      renameSync(home, `${home}.old`);
      cpSync(`${home}.old`, home, { recursive: true });
      rmSync(`${home}.old`, { recursive: true });
    },
    command: ({ home }) => `cat ${quote(join(home, 'server.token'))}; ls ${quote(home)}`,
    wrong: says(/No such file[^]*\nsessions\n/),
  },
);
