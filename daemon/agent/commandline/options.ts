/** Knows the options of programs before a subcommand, and options that run other programs (engine.md 7). */
import { fail, type Word } from './syntax.js';

const pipOptions = [
  ...['--python', '--log', '--proxy', '--retries', '--timeout', '--exists-action', '--trusted-host', '--cert'],
  '--cache-dir',
];

/** Programs with subcommands, each with the options before the subcommand that take the next word. */
const programs: Record<string, readonly string[]> = {
  apt: ['-o', '--option', '-c', '--config-file', '-t', '--target-release', '-a'],
  'apt-get': ['-o', '--option', '-c', '--config-file', '-t', '--target-release', '-a'],
  aws: [
    ...['--profile', '--region', '--output', '--endpoint-url', '--query', '--ca-bundle', '--color'],
    ...['--cli-read-timeout', '--cli-connect-timeout', '--cli-binary-format'],
  ],
  az: ['--output', '-o', '--query', '--subscription'],
  brew: [],
  bun: ['--cwd', '--config', '-c', '--env-file', '--filter', '-F', '--preload', '-r', '--port', '--elide-lines'],
  bundle: ['--retry', '-r'],
  cargo: ['-C', '-Z', '--color', '--config', '--explain'],
  deno: ['--log-level', '-L'],
  docker: ['-H', '--host', '-c', '--context', '-l', '--log-level', '--config', '--tlscacert', '--tlscert', '--tlskey'],
  'docker compose': [
    ...['-f', '--file', '-p', '--project-name', '--project-directory', '--profile', '--env-file', '--ansi'],
    ...['--parallel', '--progress'],
  ],
  'docker-compose': [
    '-f',
    '--file',
    '-p',
    '--project-name',
    '--project-directory',
    '--profile',
    '--env-file',
    '--ansi',
  ],
  fly: ['-t', '--access-token'],
  flyctl: ['-t', '--access-token'],
  gcloud: [
    ...['--project', '--account', '--configuration', '--format', '--verbosity', '--billing-project', '--flags-file'],
    ...['--impersonate-service-account', '--access-token-file', '--trace-token'],
  ],
  gh: ['-R', '--repo', '--hostname'],
  git: [
    ...['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--super-prefix', '--config-env', '--attr-source'],
    '--list-cmds',
  ],
  go: ['-C'],
  gradle: ['-p', '--project-dir', '-b', '-c', '-g', '--gradle-user-home', '-I', '--init-script', '-x', '-D', '-P'],
  helm: [
    ...['-n', '--namespace', '--kube-context', '--kubeconfig', '--kube-apiserver', '--kube-token', '--kube-as-user'],
    ...['--kube-as-group', '--kube-ca-file', '--registry-config', '--repository-cache', '--repository-config'],
  ],
  hg: ['-R', '--repository', '--cwd', '--config', '--encoding', '--color', '--pager'],
  ip: ['-n', '-netns', '--netns', '-f', '-family', '--family', '-b', '-batch', '-rc', '-rcvbuf'],
  jj: ['-R', '--repository', '--at-operation', '--at-op', '--color', '--config', '--config-file', '--config-toml'],
  kubectl: [
    ...['-n', '--namespace', '--context', '--cluster', '--user', '--kubeconfig', '-s', '--server', '--token', '--as'],
    ...['--as-group', '--as-uid', '--cache-dir', '--certificate-authority', '--client-certificate', '--client-key'],
    ...['--request-timeout', '--tls-server-name', '-v', '--v', '--vmodule', '--profile', '--profile-output'],
    ...['--password', '--username', '--log-flush-frequency'],
  ],
  make: ['-C', '--directory', '-f', '--file', '--makefile', '-I', '--include-dir', '-o', '-W', '--eval', '-E'],
  mvn: ['-f', '--file', '-P', '-s', '--settings', '-gs', '-D', '-pl', '--projects', '-T', '-l', '-b', '-t', '-rf'],
  nerdctl: ['-a', '--address', '-n', '--namespace', '--snapshotter', '--data-root', '--cgroup-manager', '--host'],
  npm: [
    ...['--prefix', '-C', '--registry', '--userconfig', '--globalconfig', '--cache', '-w', '--workspace', '--loglevel'],
    ...['--tag', '--scope', '--otp', '--access', '--omit', '--include', '--script-shell'],
  ],
  oc: ['-n', '--namespace', '--context', '--cluster', '--user', '--kubeconfig', '-s', '--server', '--token', '--as'],
  pip: pipOptions,
  pip3: pipOptions,
  pnpm: [
    '-C',
    '--dir',
    '--filter',
    '-F',
    '--filter-prod',
    '--reporter',
    '--loglevel',
    '--config',
    '--workspace-concurrency',
  ],
  podman: [
    ...['-H', '--url', '-c', '--connection', '--log-level', '--root', '--runroot', '--identity', '--storage-driver'],
    ...['--storage-opt', '--cgroup-manager', '--conmon', '--events-backend', '--module', '--network-config-dir'],
    ...['--runtime', '--runtime-flag', '--tmpdir', '--hooks-dir', '--out', '--ssh', '--volumepath'],
  ],
  poetry: ['-C', '--directory', '-P', '--project'],
  rustup: [],
  svn: ['--username', '--password', '--config-dir', '--config-option'],
  systemctl: [
    ...['-H', '--host', '-M', '--machine', '-t', '--type', '-p', '--property', '-P', '-n', '--lines', '-o', '--output'],
    ...['--root', '--image', '-s', '--signal', '--state', '--job-mode', '--kill-whom', '--what', '--preset-mode'],
  ],
  terraform: [],
  tofu: [],
  uv: [
    ...['--directory', '--project', '--config-file', '--cache-dir', '--color', '--python-preference'],
    ...['--allow-insecure-host', '--python'],
  ],
  yarn: ['--cwd', '--registry', '--cache-folder', '--modules-folder', '--mutex', '--use-yarnrc', '--network-timeout'],
};

/** Returns the words after a command's name without the options before its subcommand; undefined without one. */
export function withoutOptions(name: string, words: readonly string[]): string[] | undefined {
  if (!Object.hasOwn(programs, name)) return undefined;
  const values = programs[name] ?? [];
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (name === 'cargo' && word.startsWith('+')) at += 1;
    else if (!word.startsWith('-') || word === '-') break;
    else at += values.includes(word) ? 2 : 1;
    if (word === '--') break;
  }
  const rest = words.slice(at);
  const [group = '', ...inner] = rest;
  const further = withoutOptions(`${name} ${group}`, inner);
  if (further) return [group, ...further];
  return at === 0 ? undefined : rest;
}

/** Git settings whose values git runs, or that name files with such settings. */
const programKeys = new RegExp(
  `^(?:${[
    'alias\\..*',
    'browser\\..*\\.(?:cmd|path)',
    'core\\.(?:alternaterefscommand|askpass|editor|fsmonitor|gitproxy|hookspath|pager|sshcommand)',
    'credential\\.(?:.*\\.)?helper',
    'diff\\.(?:external|.*\\.(?:command|textconv))',
    '(?:difftool|guitool|man|mergetool)\\..*\\.(?:cmd|path)',
    'filter\\..*\\.(?:clean|process|smudge)',
    'gpg\\.(?:program|.*\\.program|ssh\\.defaultkeycommand)',
    'hook\\..*\\.command',
    'imap\\.tunnel',
    'include\\.path',
    'includeif\\..*\\.path',
    'init\\.templatedir',
    'interactive\\.difffilter',
    'instaweb\\..*',
    'merge\\..*\\.driver',
    'pager\\..*',
    'protocol\\..*',
    'remote\\..*\\.(?:receivepack|uploadpack|vcs)',
    'sendemail\\..*(?:cmd|smtpserver)',
    'sequence\\.editor',
    'submodule\\..*\\.update',
    'tar\\..*\\.command',
    'trailer\\..*\\.(?:cmd|command)',
    'uploadpack\\.packobjectshook',
    'url\\..*\\.(?:insteadof|pushinsteadof)',
    'web\\.browser',
  ].join('|')})$`,
  'su',
);

const compressors =
  /^(?:(?:p|un)?(?:b?zip2|gzip|igz)|pigz|zstd(?:mt)?|xz|pixz|lz4|lzop|lzma|lzip|lbzip2|brotli)(?: -[\w=-]+)*$/u;

/** Throws when an option runs a program that is not a command of the line. */
export function checkOptions(name: string, words: readonly Word[]): void {
  if (name === 'git') words.forEach((word, at) => checkGit(word, words[at + 1]));
  if (name === 'tar' || name === 'gtar' || name === 'bsdtar')
    words.forEach((word, at) => checkTar(word, words[at + 1]));
}

function checkGit({ text }: Word, following: Word | undefined): void {
  if (text.startsWith('--exec-path=')) fail('git --exec-path');
  const attached = /^--(?:config|config-env)=(.*)$/su.exec(text)?.[1];
  const given = ['-c', '--config', '--config-env'].includes(text) ? following : undefined;
  const setting = attached ?? given?.text;
  if (setting === undefined) return;
  const key = setting.replace(/=.*$/su, '');
  if (/[$`]/u.test(key) || programKeys.test(key.toLowerCase())) fail(`git with the setting ${key.slice(0, 80)}`);
}

function checkTar({ text }: Word, following: Word | undefined): void {
  if (/^--(?:to-c|checkpoint-|rsh|rmt|info|new-vol)/u.test(text)) fail(`tar ${text.slice(0, 80)}`);
  const program =
    /^--use-c[a-z-]*=(.*)$/su.exec(text)?.[1] ??
    (/^--use-c[a-z-]*$/u.test(text) || text === '-I' ? following?.text : undefined);
  if (program !== undefined && !compressors.test(program)) fail('tar with a program to compress');
}
