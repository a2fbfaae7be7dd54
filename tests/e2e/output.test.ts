/** Commands whose output cannot be written (cli.md 2.3). */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { follow, makePlace, root, type Outcome, type Place } from './program.js';

jest.setTimeout(60_000);

let place: Place;
beforeAll(() => void (place = makePlace()));
afterAll(() => place.leave());

/** Runs `agent` with these arguments and a redirection; `limit`: maximum file size in kilobytes. */
function redirected(words: string, to: string, limit?: number): Promise<Outcome> {
  // a file size limit acts like a full disk: the system accepts a part and refuses the next write
  const bound = limit === undefined ? '' : `trap '' XFSZ; ulimit -f ${limit}; `;
  const child = spawn('bash', ['-c', `${bound}"$NODE" "$AGENT" ${words} ${to}`], {
    cwd: place.cwd,
    env: { ...place.env, AGENT_CODE_NO_ATTACH: '1', NODE: process.execPath, AGENT: join(root, 'bin/agent.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(place, child).ended;
}

const full = 'error: stdout cannot be written: no space left on device\n';

(existsSync('/dev/full') ? describe : describe.skip)('a full disk', () => {
  test.each([['--version'], ['--help'], ['help web'], ['completion bash'], ['provider list']])(
    '%s: one line on stderr, and no exit code 0',
    async (words) => {
      expect(await redirected(words, '>/dev/full')).toEqual({ code: 1, out: '', err: full });
    },
  );

  test.each(['text', 'stream-json'])(
    '-p with %s says it after its notices, and so does the result file',
    async (format) => {
      const { code, err } = await redirected(
        `-p "say hi" --output-format ${format} --result result.json`,
        '>/dev/full',
      );
      expect(code).toBe(1);
      expect(err).toMatch(new RegExp(`^To resume this session: agent -r session_\\w+\\n${full}$`, 'm'));
      expect(JSON.parse(readFileSync(join(place.cwd, 'result.json'), 'utf8'))).toMatchObject({
        status: 'failed',
        exit_code: 1,
        error: { message: 'stdout cannot be written: no space left on device' },
      });
    },
  );

  test('the bridge to editors ends with it', async () => {
    const hello = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}';
    expect(await redirected('acp', `<<< '${hello}' >/dev/full`)).toEqual({ code: 1, out: '', err: full });
  });
});

test.each([['--help'], ['completion bash']])('%s: a file of which only a part is stored', async (words) => {
  const { code, err } = await redirected(words, '>part', 2);
  expect({ code, err }).toEqual({ code: 1, err: 'error: stdout cannot be written: file too large\n' });
  expect(statSync(join(place.cwd, 'part')).size).toBe(2_048);
});

test.each([['--version'], ['--help'], ['completion bash']])(
  '%s: a closed pipe ends it without a word',
  async (words) => {
    const { code, out, err } = await redirected(words, '| (exec <&-; sleep 0.3); echo ${PIPESTATUS[0]}');
    expect({ code, out, err }).toEqual({ code: 0, out: '1\n', err: '' });
  },
);
