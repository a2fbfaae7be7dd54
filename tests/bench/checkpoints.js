/** Measures how much checkpoints of the surrounding files slow down a shell command. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, median } from './report.js';
import { createClient, subscribe } from './client.js';
import { makeHome, startProgram, temporaryDirectory } from './processes.js';
import { makeTree } from './script.js';

const group = 'checkpoints';
const commands = 40;
/** Maximum additional milliseconds of a command, by number of files in the tree. */
const limits = { 2_000: atMost(15, 'ms'), 15_000: undefined };

export async function measureCheckpoints({ program, report }) {
  for (const [files, target] of Object.entries(limits)) {
    const tree = makeTree(temporaryDirectory('tree'), Number(files));
    const bare = await timesOf(program, tree, '[checkpoints]\nenabled = false\n');
    const kept = await timesOf(program, tree, '');
    const add = (name, value, baseline, more) =>
      report.add({ group, name: `${name}, ${files} files`, value, unit: 'ms', baseline, ...more });
    add('a command', median(kept.later), { name: 'without', value: median(bare.later) });
    add('… longer by', median(kept.later) - median(bare.later), undefined, { target });
    add('the first command', kept.first, { name: 'without', value: bare.first });
  }
}

/** Returns the milliseconds from call to result as clients see them: of the first call and of later ones. */
async function timesOf(program, cwd, config) {
  const home = makeHome();
  writeFileSync(join(home, 'config.toml'), config, { mode: 0o600 });
  const server = await startProgram({ program, home, cwd });
  const client = createClient(server);
  const { id } = await client.createSession(cwd);
  let began = 0;
  let over;
  let ended;
  const events = await subscribe(server, id, (frame, at) => {
    if (frame.type === 'tool.call.started') began = at;
    if (frame.type === 'tool.result') over(at - began);
    if (frame.type === 'turn.ended') ended();
  });
  const times = [];
  for (let count = 0; count <= commands; count += 1) {
    const taken = new Promise((resolve) => (over = resolve));
    const turn = new Promise((resolve) => (ended = resolve));
    await client.prompt(id, 'run true');
    times.push(await taken);
    await turn;
  }
  events.close();
  client.close();
  await server.stop();
  return { first: times[0], later: times.slice(1) };
}
