/** Todos, thinking, a dismissed question, compaction, Esc, and the provider form (tui.md 2.5, 3.1, 3.3, 3.4). */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { until } from '../helpers/daemon.js';
import type { Pty } from '../helpers/pty.js';
import { makePlace, startWeb, type Place, type Web } from './program.js';
import { createScreens } from './screens.js';

jest.setTimeout(120_000);

let place: Place;
let web: Web;
let ui: Pty;
const terminals = createScreens(() => place);
beforeAll(async () => {
  place = makePlace();
  web = await startWeb(place);
  ui = await terminals.ready();
});
afterAll(async () => {
  terminals.close();
  await place.leave();
});

/** Sends a prompt, and waits for the end of its turn. */
async function say(line: string): Promise<void> {
  ui.type(line);
  await ui.waitFor(`> ${line.slice(0, 60)}`);
  ui.type('\r');
  await rest();
}

async function rest(): Promise<void> {
  await until('the end of the turn', async () => {
    const { items } = await web.ok('listSessions');
    const isIdle = items.some(({ message_count: count }) => count > 0) && items.every(({ busy }) => !busy);
    return isIdle && !(await ui.screen()).join('\n').includes('Esc to interrupt') ? true : undefined;
  });
  await ui.waitFor(/^> $/m);
}

test('todos stand above the input, Ctrl-T shows all of them, and those that are done are one row', async () => {
  await say('todo a; b; c; d; e; f; g');
  await ui.waitFor(/^\[ \] a\n(?:\[ \] [b-e]\n){4}\+2 more \(Ctrl-T\)$/m);
  ui.type('\x14');
  await ui.waitFor(/^\[ \] f\n\[ \] g\n/m);
  ui.type('\x14');
  await ui.waitFor('+2 more (Ctrl-T)');
  await say(
    'call TodoList {"todos":[{"title":"a","status":"done"},{"title":"b","status":"in_progress"},{"title":"c","status":"pending"}]}',
  );
  await ui.waitFor(/^\[x\] a\n\[>\] b\n\[ \] c$/m);
  await say('call TodoList {"todos":[{"title":"a","status":"done"},{"title":"b","status":"done"}]}');
  await ui.waitFor('Todos: 2 of 2 done');
});

test('thinking is one row', async () => {
  await say('think of one thing');
  await ui.waitFor(/^Thought for (?:a moment|\d+ s)\n\nof one thing$/m);
});

test('a question that is dismissed, and a compaction, leave a row each', async () => {
  ui.type('ask Which? alpha | beta\r');
  await ui.waitFor(/^> 1\. alpha/m);
  ui.type('\x1b');
  await ui.waitFor(/^Dismissed$[^]*Decide on your best/m);
  await rest();
  ui.type('/compact\r');
  await ui.waitFor(/^Context compacted: [\d.]+k? → [\d.]+k? tokens$/m);
  await rest();
  ui.type('/undo 2\r');
  await ui.waitFor('The context was compacted since: what is before stays.');
  ui.type('\x15');
});

test('Esc twice clears a text, which Up brings back, and opens the list of prompts on an empty input', async () => {
  ui.type('half a thought');
  await ui.waitFor('> half a thought');
  ui.type('\x1b');
  await ui.waitFor('Esc again to clear');
  ui.type('\x1b');
  await ui.waitFor(/^> $/m);
  ui.type('\x1b[A');
  await ui.waitFor('> half a thought');
  ui.type('\x03');
  await ui.waitFor(/^> $/m);
  ui.type('\x1b');
  await ui.waitFor('Esc again to go back');
  ui.type('\x1b');
  await ui.waitFor(/^Go back to before[^]*^> ask Which\?/m);
  ui.type('\x1b');
  await ui.waitFor(/^> $/m);
});

test('a provider that no directory lists is added by its address; its key is never shown', async () => {
  ui.type('/provider\r');
  await ui.waitFor(/^ {2}Add a provider$/m);
  ui.type('\x1b[B\r');
  await ui.waitFor('type to filter');
  ui.type('other base');
  await ui.waitFor(/^> Other \(base URL\)/m);
  ui.type('\r');
  for (const [field, value] of [
    ['A short name', 'mine'],
    ['Base URL', 'http://127.0.0.1:9/v1'],
    ['API key', 'sk-never-shown'],
    ['Model', 'tiny'],
  ] as const) {
    await ui.waitFor(field);
    ui.type(`${value}\r`);
  }
  await ui.waitFor(/^mine\/tiny/m);
  const { providers } = await web.ok('getConfig');
  expect(providers['mine']).toMatchObject({ type: 'openai', base_url: 'http://127.0.0.1:9/v1', has_api_key: true });
  expect(ui.bytes().includes('sk-never-shown')).toBe(false);
});
