/** The manual page is complete, and man formats it without a warning (acp-cli.md 4). */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { completionScript } from '../../client/cli/completion-scripts.js';
import { manPage } from '../../client/cli/man-page.js';
import { commandSpecs } from '../../client/cli/options.js';
import { command } from './harness.js';

const cli = (argv: string[]) => command(argv, { home: '/nonexistent', cwd: '/' });
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const page = manPage(version);

test('it names every command and option of the help, and its fixed sections', () => {
  const plain = page.replaceAll('\\-', '-').replaceAll('\\[u2026]', '…');
  const visible = commandSpecs.filter(({ hidden }) => !hidden);
  const names = visible.flatMap(({ usage, options }) => [
    usage,
    ...options.flatMap((option) => option.names.slice(0, option.shown ?? option.names.length)),
  ]);
  expect(names.filter((name) => !plain.includes(name))).toEqual([]);
  for (const section of ['NAME', 'SYNOPSIS', 'OPTIONS', 'COMMANDS', 'FILES', 'ENVIRONMENT', 'EXIT STATUS', 'EXAMPLES'])
    expect(page).toContain(`\n.SH ${section}\n`);
  for (const name of ['NAME', 'PROVIDER_TYPE', 'BASE_URL', 'API_KEY']) expect(plain).toContain(`AGENT_MODEL_${name}`);
  for (const hidden of ['--resume', '--auto-approve', 'install-app', '__complete']) expect(plain).not.toContain(hidden);
});

test('man sets it at 80 columns without a warning', () => {
  const env = { ...process.env, MANWIDTH: '80', LC_ALL: 'C.UTF-8', MANPAGER: 'cat', PAGER: 'cat' };
  const { error, status, stdout, stderr } = spawnSync('man', ['--warnings', '-l', 'dist/man/agent.1'], {
    encoding: 'utf8',
    env,
  });
  // man is not installed
  if (error) return;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('--max-steps');
});

test('help --man prints it, and the build installs it with the scripts', async () => {
  expect(await cli(['help', '--man'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('.SH OPTIONS') });
  expect(await cli(['help', '--man', 'web'])).toMatchObject({ code: 2, out: '' });
  expect(readFileSync('dist/man/agent.1', 'utf8')).toBe(page);
  const files = { bash: 'agent.bash', zsh: '_agent', fish: 'agent.fish' } as const;
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    expect(readFileSync(`dist/completions/${files[shell]}`, 'utf8')).toBe(completionScript(shell));
});
