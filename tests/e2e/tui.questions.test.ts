/** Questions at the start of the terminal UI: import, trust in a project's servers, choice of a provider (tui.md 2.5). */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAccountServer } from '../helpers/accountserver.js';
import { until } from '../helpers/daemon.js';
import type { Pty } from '../helpers/pty.js';
import { makePlace, startWeb, type Place } from './program.js';
import { createScreens } from './screens.js';

jest.setTimeout(120_000);

let place: Place;
const uis = createScreens(() => place);
beforeEach(() => {
  place = makePlace();
});
afterEach(async () => {
  uis.close();
  await place.leave();
});

function configure(...args: string[]): void {
  const env = { TOKEN: '${MY_TOKEN}' };
  const tool = { command: process.execPath, args: ['-e', '0', ...args], env };
  writeFileSync(join(place.cwd, '.mcp.json'), JSON.stringify({ mcpServers: { tool } }));
}

async function leave(ui: Pty): Promise<number> {
  ui.type('/exit\r');
  return await until('the end of the UI', () => ui.ended());
}

/** Matches a question that accepts keys. */
const asked = (title: string) => new RegExp(`^${title.replace('?', '\\?')}[^]*^> \\d\\. `, 'm');

const question = 'Trust this project?';

test('trust is asked before the provider, with what would be started; servers that changed meanwhile are shown again', async () => {
  configure('first');
  const ui = uis.start();
  await ui.waitFor(asked(question), 30_000);
  const shown = (await ui.screen()).join('\n');
  expect(shown).toContain(realpathSync(place.cwd));
  expect(shown).toMatch(/^ {2}tool$/m);
  expect(shown).toContain('-e 0 first');
  expect(shown).toContain('gets MY_TOKEN');
  expect(shown).toMatch(/^> 1\. Don't trust\n {2}2\. Trust this workspace\n {2}3\. Exit$/m);
  configure('second');
  ui.type('2');
  await ui.waitFor('-e 0 second');
  await ui.waitFor(asked(question));
  ui.type('2');
  await ui.waitFor(asked('No model provider is configured.'));
  ui.type('3');
  await ui.waitFor(/offline\/echo answers[^]*^offline\/echo/m);
  await leave(ui);
  const again = await uis.ready();
  expect((await again.scrollback()).join('\n')).not.toContain(question);
});

test('who does not trust is not asked about the same servers again; Exit leaves', async () => {
  configure();
  const ui = uis.start();
  await ui.waitFor(asked(question), 30_000);
  ui.type('\x1b');
  await ui.waitFor(asked('No model provider is configured.'));
  ui.type('3');
  await ui.waitFor(/offline\/echo answers[^]*^offline\/echo/m);
  await leave(ui);
  const again = await uis.ready();
  expect((await again.scrollback()).join('\n')).not.toContain(question);
  await leave(again);
  configure('changed');
  const third = uis.start();
  await third.waitFor(asked(question), 30_000);
  third.type('3');
  expect(await until('the end of the UI', () => third.ended())).toBe(0);
});

test('without the offline provider the number 3 is missing, and a prompt comes back with the commands that help', async () => {
  const ui = uis.start([], { environment: { AGENT_CODE_OFFLINE: '0' } });
  await ui.waitFor(asked('No model provider is configured.'), 30_000);
  const shown = (await ui.screen()).join('\n');
  expect(shown).toMatch(/^> 1\. Log in\n {2}2\. Add a provider\n {2}4\. Quit$/m);
  ui.type('2');
  await ui.waitFor('type to filter');
  ui.type('\x1b');
  await ui.waitFor(/^> $/m);
  ui.type('say something\r');
  await ui.waitFor(/\/login[^]*\/provider/);
  await ui.waitFor(/^> say something$/m);
});

test('what is pasted while the question opens, or is open, is not lost', async () => {
  const ui = uis.start();
  await ui.waitFor(/^No model provider is configured\.[^]*^… 1\. Log in/m, 30_000);
  ui.type('\x1b[200~say first words\x1b[201~\r');
  await ui.waitFor(/^> say first words$/m);
  await ui.waitFor(asked('No model provider is configured.'));
  ui.type('\x1b[200~say later words\x1b[201~');
  ui.type('3');
  await ui.waitFor(/offline\/echo answers[^]*^> say later words$/m);
});

test('a login at the start gives the session the model of the account', async () => {
  const account = await startAccountServer();
  const ui = uis.start([], { environment: account.env });
  await ui.waitFor(
    /^> 1\. Log in\n {2}2\. Add a provider\n {2}3\. Try the built-in offline stand-in\n {2}4\. Quit$/m,
    30_000,
  );
  ui.type('1');
  const [, code] = await ui.waitFor(/^Code {2}(\S+)$/m);
  account.approve(code);
  await ui.waitFor(/^Logged in\.$[^]*^managed:agent-code\/steady · /m);
  ui.type('hello\r');
  await ui.waitFor(/^Hello from the managed service\.$[^]*\/200k$/m);
  await until('the end of the turn', async () =>
    (await ui.screen()).join('\n').includes('Esc to interrupt') ? undefined : true,
  );
  await leave(ui);
  await account.close();
});

test('a session of another directory, or an archived one, is opened after a question', async () => {
  const first = await uis.ready();
  first.type('say from the first directory\r');
  await first.waitFor(/^from the first directory$/m);
  await leave(first);
  const [id = ''] = /session_\w+/.exec((await first.scrollback()).join('\n')) ?? [];
  const elsewhere = join(place.user, 'elsewhere');
  mkdirSync(elsewhere);
  const resume = () => uis.start(['-S', id], { cwd: elsewhere });
  const cancelled = resume();
  await cancelled.waitFor(asked(`This session belongs to ${realpathSync(place.cwd)}.`), 30_000);
  await cancelled.waitFor(/^> 1\. Open it there\n {2}2\. Cancel$/m);
  cancelled.type('2');
  expect(await until('the end of the UI', () => cancelled.ended())).toBe(0);
  const web = await startWeb(place);
  await web.ok('archiveSession', { session_id: id });
  const opened = resume();
  await opened.waitFor(asked('This session belongs to'), 30_000);
  await opened.waitFor(/^> 1\. /m);
  opened.type('1');
  await opened.waitFor(asked('This session is archived.'));
  await opened.waitFor(/^> 1\. Restore and open\n {2}2\. Cancel$/m);
  opened.type('1');
  await opened.waitFor(/^from the first directory$/m);
  // the session keeps its directory
  opened.type('!pwd\r');
  await opened.waitFor(new RegExp(`^ {2}${realpathSync(place.cwd)}$`, 'm'));
  expect((await web.ok('getSession', { session_id: id })).archived).toBe(false);
});

function writeOld(): string {
  const old = join(place.folder, 'old');
  mkdirSync(join(old, 'sessions/x/one'), { recursive: true });
  const providers = { p: { type: 'openai', base_url: 'http://127.0.0.1:9', api_key: 'sk-theirs' } };
  const models = { fast: { provider: 'p', model: 'fast-1', max_context_size: 1000 } };
  writeFileSync(join(old, 'config.json'), JSON.stringify({ default_model: 'fast', providers, models }));
  writeFileSync(join(old, 'mcp.json'), JSON.stringify({ mcpServers: { notes: { command: 'notes\x1b[2J' } } }));
  const rows = [
    { role: 'user', content: 'an old question', cwd: place.cwd },
    { role: 'assistant', content: 'an old answer' },
  ];
  writeFileSync(join(old, 'sessions/x/one/context.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return old;
}

const offer = 'An old installation is there.';

test('an old installation is offered first; what is imported answers at once, and the offer is over', async () => {
  const old = writeOld();
  configure();
  const environment = { AGENT_LEGACY_HOME: old };
  const first = uis.start([], { environment });
  await first.waitFor(asked(offer), 30_000);
  const shown = (await first.screen()).join('\n');
  expect(shown).toContain(old);
  expect(shown).toMatch(/^> 1\. Import now\n {2}2\. Later\n {2}3\. Never$/m);
  first.type('2');
  await first.waitFor(asked(question));
  first.type('\x1b');
  await first.waitFor(asked('No model provider is configured.'));
  first.type('4');
  expect(await until('the end of the UI', () => first.ended())).toBe(0);
  const ui = uis.start([], { environment });
  await ui.waitFor(asked(offer), 30_000);
  ui.type('1');
  await ui.waitFor(/MCP server notes: notes\\x1b[^]*^ {2}1\. Configuration only\n> 2\. Configuration and 1 session\n/m);
  ui.type('2');
  await ui.waitFor(/^taken over: .*\n1 imported, 0 skipped, 0 failed$/m);
  await ui.waitFor(/^fast/m);
  expect((await ui.scrollback()).join('\n')).not.toContain('No model provider');
  await leave(ui);
  const again = uis.start(['-c'], { environment });
  await again.waitFor(/an old question[^]*an old answer/, 30_000);
  expect((await again.scrollback()).join('\n')).not.toContain(offer);
});

test('who declines the import is not asked again', async () => {
  const environment = { AGENT_LEGACY_HOME: writeOld() };
  const ui = uis.start([], { environment });
  await ui.waitFor(asked(offer), 30_000);
  ui.type('3');
  await ui.waitFor(asked('No model provider is configured.'));
  expect(existsSync(join(place.home, 'migration-declined'))).toBe(true);
  ui.type('4');
  await until('the end of the UI', () => ui.ended());
  const again = uis.start([], { environment });
  await again.waitFor(asked('No model provider is configured.'), 30_000);
  expect((await again.scrollback()).join('\n')).not.toContain(offer);
});
