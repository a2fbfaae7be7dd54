/** Commands for other work: side conversation, AGENTS.md, directories, tasks, agents, schedules, queue. */
import { done, everywhere, group, sessionParams, showing, type CommandContext, type Outcome } from './command.js';
import { isAbsolute, resolved } from '../view/links.js';

export const workCommands = group('Work', [
  {
    name: 'btw',
    usage: '[question]',
    when: 'any',
    run: async (context, question) => await showing({ kind: 'side', question })(context),
  },
  {
    name: 'init',
    when: 'idle',
    surfaces: everywhere,
    async run({ session }) {
      return done({ isStarted: true, agentId: (await session.init()).agent_id });
    },
  },
  {
    name: 'add-dir',
    usage: '[path|list]',
    when: 'idle',
    async complete({ words }) {
      return [{ value: 'list', description: words.text('/add-dir list') }];
    },
    run: addDirectory,
  },
  {
    name: 'tasks',
    aliases: ['task'],
    when: 'any',
    surfaces: everywhere,
    run: listTasks,
  },
  {
    name: 'agents',
    when: 'any',
    run: showing({ kind: 'agents' }),
  },
  {
    name: 'cron',
    when: 'any',
    run: showing({ kind: 'schedules' }),
  },
  {
    name: 'queue',
    when: 'any',
    run: showing({ kind: 'queue' }),
  },
]);

async function addDirectory(context: CommandContext, path: string): Promise<Outcome> {
  const { client, session, surface } = context;
  const { text } = context.words;
  const { cwd, additional_dirs: before } = await client.getDirectories(sessionParams(context));
  if (path === '' || path === 'list')
    return done({
      rows: [text('directory', { path: cwd }), ...before.map((dir) => text('directoryAlso', { path: dir }))],
    });
  const absolute = await absolutePath(context, cwd, path);
  // checks that the directory exists before the user is asked
  await client.browseHost({ query: { path: absolute } });
  const choice = await surface.ask({
    title: text('directoryAsk', { path: absolute }),
    choices: [text('directoryHere'), text('directoryAlways')],
    preset: 1,
  });
  if (choice === undefined) return done();
  const answer = await session.addDirectory({ path: absolute, ...(choice === 2 && { remember: true }) });
  const added = answer?.additional_dirs.filter((dir) => !before.includes(dir)) ?? [absolute];
  // a directory inside one of the session's changes nothing
  return done({
    rows: [
      added.length > 0
        ? text('directoryAdded', { path: added.join(', ') })
        : text('directoryKnown', { path: absolute }),
    ],
  });
}

/**
 * Resolves a path of the user against the session's directory or the home directory, and removes `..`, so that the user
 * agrees to the real path.
 */
async function absolutePath({ client }: CommandContext, cwd: string, path: string): Promise<string> {
  const [, below] = /^~(?:[/\\](.*))?$/s.exec(`${path}/`) ?? [];
  const root = below === undefined ? cwd : (await client.getHostHome()).home;
  return resolved(isAbsolute(path) ? path : `${root}/${below ?? path}`) ?? '/';
}

async function listTasks(context: CommandContext): Promise<Outcome> {
  if (context.surface.kind !== 'editor') return await showing({ kind: 'tasks' })(context);
  const { taskRows } = await import('./rows.js');
  const { items } = await context.client.listTasks(sessionParams(context));
  return done({ rows: taskRows(items, context.now?.() ?? Date.now()) });
}
