/** Creates the sessions that the walk visits: answers of every kind, and a waiting approval, question, plan and goal. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from './harness.js';

export interface Seeds {
  site: Site;
  /** ids by title */
  ids: ReadonlyMap<string, string>;
}

const source = Array.from({ length: 40 }, (_, at) => `export const month${at} = ${at};`).join('\n');

const answer = [
  'say # Months',
  'say Every date was **a month late**: see `src/date.ts`, [the manual](https://example.com/months) and the table.',
].join('\n');

const markdown = `## What changed

The constructor counts months from 0, the text from 1.

| Text | Was | Is |
|---|---|---|
| 2026-03-01 | April | March |
| 2026-12-01 | January | December |

- [x] the parser
- [ ] the printer

\`\`\`ts
export const month = (text: string): number => Number(text) - 1;
\`\`\`

> Months count from 0.

![A calendar](https://example.com/calendar.png)
`;

export async function seedWalk(site: Site): Promise<Seeds> {
  const { daemon } = site;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: daemon.cwd, stdio: 'ignore' });
  mkdirSync(join(daemon.cwd, 'src'));
  mkdirSync(join(daemon.cwd, 'shop', '.git'), { recursive: true });
  writeFileSync(join(daemon.cwd, 'README.md'), '# Calendar\n\nA calendar in the terminal.\n');
  writeFileSync(join(daemon.cwd, 'notes.md'), markdown);
  writeFileSync(join(daemon.cwd, 'src', 'date.ts'), `${source}\n`);
  writeFileSync(
    join(daemon.cwd, 'shop', '.mcp.json'),
    JSON.stringify({ mcpServers: { tracker: { command: '/nonexistent/tracker', args: ['--fast'] } } }),
  );
  git('init', '-q');
  const ids = new Map<string, string>();
  const create = async (title: string, permission_mode = 'auto'): Promise<string> => {
    const { id } = await daemon.createSession({ title, agent_config: { model: 'offline/echo', permission_mode } });
    ids.set(title, id);
    return id;
  };
  await daemon.run(await create('Explain the week view'), 'read README.md');
  const answered = await create('Show the months');
  await daemon.run(answered, `think The constructor counts months from 0.\nwrite week.md: seven days`);
  await daemon.run(answered, `Look:\n\n${markdown}`);
  const archived = await create('Holidays of other countries');
  await daemon.run(archived, 'list files');
  await daemon.call('POST', `/api/v1/sessions/${archived}:archive`);
  await daemon.run(await create('Ask the provider again'), 'fail 401 9');

  const dates = await create('Dates are a month late');
  const reads = ['README.md', 'notes.md', 'src/date.ts'].map((path) => `+ read ${path}`).join('\n');
  await daemon.run(dates, `agent explore: search month in src\nrun node --version\n${reads.slice(2)}\nread none.ts`);
  await daemon.run(
    dates,
    'todo Find the cause; Correct the month; Run the tests\nedit src/date.ts: month3 = 3 => month3 = 4\ndone 1',
  );
  await daemon.run(dates, `think The constructor counts months from 0.\n${answer}`);
  await daemon.run(dates, `call Write ${JSON.stringify({ path: join(daemon.cwd, 'months.md'), content: markdown })}`);
  await daemon.run(dates, 'run in background echo from a task\nremind 0 9 * * 1: Look at the calendar');
  await configure(dates, 'manual');
  await daemon.prompt(dates, 'run git commit -am "Count months from 0"');
  await daemon.approval(dates);

  const changed = source.replace('month2 = 2', 'month2 = 3').replace('month35 = 35', 'month35 = 36');
  const hunks = await create('Write two changes', 'manual');
  await daemon.prompt(
    hunks,
    `call Write ${JSON.stringify({ path: join(daemon.cwd, 'src', 'date.ts'), content: changed })}`,
  );
  await daemon.approval(hunks);
  const questions = [
    {
      question: 'Which colour has the calendar?',
      header: 'Colour',
      options: [{ label: 'Red', description: 'As now.' }, { label: 'Green' }],
    },
    {
      question: 'Which days are free?',
      header: 'Days',
      multi_select: true,
      options: [{ label: 'Saturday' }, { label: 'Sunday' }],
    },
  ];
  const asked = await create('Choose the colours', 'manual');
  await daemon.prompt(asked, `call AskUserQuestion ${JSON.stringify({ questions })}`);
  await daemon.question(asked);
  const planned = await create('Plan the week view', 'manual');
  await daemon.prompt(planned, 'plan Draw the week | In the terminal | In the page');
  await daemon.approval(planned);
  await daemon.prompt(await create('Ship the calendar', 'manual'), 'goal Ship the calendar');
  return { site, ids };

  async function configure(id: string, permission_mode: string): Promise<void> {
    await daemon.call('POST', `/api/v1/sessions/${id}/profile`, { body: { agent_config: { permission_mode } } });
  }
}
