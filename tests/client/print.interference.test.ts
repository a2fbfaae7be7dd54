/** The output of `agent -p`, byte for byte, while users, other clients and the network interfere. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { TestDaemon } from '../helpers/daemon.js';
import { until } from './harness.js';
import { background, gate, playScenes, type RunPlace, type Scene } from './runs.fixture.js';

jest.setTimeout(60_000);

const turnRuns = async ({ daemon: server, session }: RunPlace): Promise<string> => {
  const id = await session();
  await until(async () => (await server.ok('getSession', server.session(id))).main_turn_active);
  return id;
};
/** Waits until the second step has begun its text. */
const speaks = async (place: RunPlace): Promise<void> => {
  const id = await turnRuns(place);
  await until(async () => {
    const { items } = await place.daemon.ok('getTranscript', {
      ...place.daemon.session(id),
      query: { agent_id: 'main' },
    });
    return JSON.stringify(items.flatMap((item) => (item.kind === 'turn' ? item.steps.slice(1) : []))).includes('one');
  });
};

/** Creates a session that waits for the user; returns the options that continue it. */
async function asking(server: TestDaemon, prompt: string): Promise<string[]> {
  const { id } = await server.createSession({ agent_config: { model: 'offline/echo' } });
  await server.prompt(id, prompt);
  await until(async () => (await server.ok('getSession', server.session(id))).pending_interaction !== 'none');
  return ['-S', id];
}

const scenes: Scene[] = [
  {
    name: 'steered',
    prompt: `run ${gate}\nsay mine`,
    async during(place) {
      await place.said('[tool] Bash');
      const id = await place.session();
      const { prompt_id: promptId } = await place.daemon.prompt(id, 'say extra');
      await place.daemon.ok('steerPrompts', { ...place.daemon.session(id), body: { prompt_ids: [promptId] } });
      place.open();
    },
  },
  {
    name: 'steered-away',
    prompt: 'say mine',
    async before(server) {
      const { id } = await server.createSession({ agent_config: { model: 'offline/echo', permission_mode: 'yolo' } });
      await server.prompt(id, `run touch begun; ${gate}\nsay theirs`);
      // the run ignores events from before it followed the session
      const begun = join(server.cwd, 'begun');
      await until(() => existsSync(begun));
      rmSync(begun);
      return ['-S', id];
    },
    async during(place) {
      const id = await turnRuns(place);
      let queued: string[] = [];
      await until(async () => {
        queued = (await place.daemon.ok('listPrompts', place.daemon.session(id))).queued.map(
          ({ prompt_id: promptId }) => promptId,
        );
        return queued.length > 0;
      });
      await place.daemon.ok('steerPrompts', { ...place.daemon.session(id), body: { prompt_ids: queued } });
      place.open();
    },
  },
  {
    name: 'queued',
    prompt: 'say mine',
    async before(server) {
      const { id } = await server.createSession({ agent_config: { model: 'offline/echo' } });
      await server.prompt(id, 'slow 20 not mine at all');
      return ['-S', id];
    },
  },
  {
    name: 'reconnect',
    prompt: `say first\nrun echo one; ${gate}\nread notes.txt\nsay last`,
    async during(place) {
      await place.said('  one');
      place.cut();
      await place.said('The connection was lost');
      place.open();
    },
  },
  {
    name: 'reconnect-in-text',
    prompt: `run ${gate}\nslow 200 one two three four five six`,
    async during(place) {
      await place.said('[tool] Bash');
      place.open();
      await speaks(place);
      place.cut();
    },
  },
  {
    name: 'goal-cancelled',
    prompt: `/goal run ${gate}`,
    async during(place) {
      await place.said('[tool] Bash');
      await place.daemon.ok('cancelGoal', place.daemon.session(await place.session()));
      place.open();
    },
  },
  {
    name: 'interrupted',
    prompt: 'say first\nrun echo one; sleep 60',
    async during(place) {
      await place.said('  one');
      place.io.signal('SIGINT');
    },
  },
  {
    name: 'interrupted-wait',
    prompt: 'run in background sleep 60\nsay main',
    async during(place) {
      await place.said('[wait]');
      place.io.signal('SIGTERM');
    },
  },
  {
    name: 'aborted',
    prompt: 'say first\nrun echo one; sleep 60',
    async during(place) {
      await place.said('  one');
      await place.daemon.ok('abortSession', place.daemon.session(await place.session()));
    },
  },
  {
    name: 'archived',
    // the job exists until the session is archived
    prompt: 'call CronCreate {"cron":"0 0 1 1 *","prompt":"x","recurring":false}\nrun in background sleep 60\nsay main',
    async during(place) {
      await place.said('[wait]');
      await place.daemon.ok('archiveSession', place.daemon.session(await place.session()));
    },
  },
  {
    name: 'others-prompt',
    prompt: `${background}\nsay main`,
    async during(place) {
      await place.said('[wait]');
      const id = await place.session();
      await place.daemon.prompt(id, 'say foreign');
      await until(async () => {
        const { usage, main_turn_active: isActive } = await place.daemon.ok('getSession', place.daemon.session(id));
        return usage.turn_count === 2 && !isActive;
      });
      place.open();
    },
  },
  { name: 'waits-for-answer', prompt: 'say never', before: (server) => asking(server, 'ask Which\tway? Left | Right') },
  { name: 'waits-for-approval', prompt: 'say never', before: (server) => asking(server, 'run touch asked.txt') },
];

playScenes(scenes);
