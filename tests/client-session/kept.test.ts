/** A session of many turns in a client that keeps few of them (tui.md 4.2). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestDaemon, until, type TestDaemon } from '../helpers/daemon.js';
import type { SessionState } from '../../client/session/state.js';
import { closeClients, isResting, openClient, stateOf } from './open.js';

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon.close());
afterEach(closeClients);

const ordinals = ({ timeline }: SessionState) =>
  timeline.items.flatMap((item) => (item.kind === 'turn' ? [item.ordinal] : []));

test('the newest turns stay, older ones come back when they are read, and go again', async () => {
  const { id } = await daemon.createSession();
  const model = openClient(daemon).open(id, { keptTurns: 4 });
  await stateOf(model, 'the session', ({ isLoaded }) => isLoaded);
  let most = 0;
  const leave = model.subscribe(() => (most = Math.max(most, ordinals(model.get()).length)));
  for (let turn = 1; turn <= 13; turn += 1) {
    await model.send([{ type: 'text', text: `say turn ${turn}` }]);
    await stateOf(model, `turn ${turn}`, (state) => isResting(state) && ordinals(state).at(-1) === turn);
  }
  leave();
  expect(most).toBeLessThanOrEqual(7);
  const { timeline } = model.get();
  expect(timeline.hasOlder).toBe(true);
  // the prompts of dropped turns are dropped too
  expect(timeline.prompts.size).toBe(ordinals(model.get()).length);
  await model.loadOlder();
  await stateOf(model, 'the older turns', (state) => ordinals(state)[0] === 1);
  expect(ordinals(model.get())).toEqual(Array.from({ length: 13 }, (_, at) => at + 1));
  expect(model.get().timeline.prompts.size).toBe(13);
  // no turn is dropped while older ones are read
  await model.send([{ type: 'text', text: 'say one more' }]);
  await stateOf(model, 'the turn', (state) => isResting(state) && ordinals(state).length === 14);
  model.dropOlder();
  await until('the rest', () => (ordinals(model.get()).length === 4 ? true : undefined));
  expect(ordinals(model.get())).toEqual([11, 12, 13, 14]);
});
