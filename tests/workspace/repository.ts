/** Git for tests of repositories: with a committer, and without settings of the machine. */
import { execFileSync } from 'node:child_process';

export function gitEnvironment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
}

/** Returns what git prints; throws when it fails. */
export function runGit(cwd: string, env: Readonly<Record<string, string>>, args: readonly string[]): string {
  const who = ['-c', 'user.name=n', '-c', 'user.email=e@example.org', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...who, ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
