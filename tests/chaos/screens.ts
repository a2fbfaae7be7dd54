/**
 * Kills the terminal UI on a real pseudoterminal, its server, or both, at random moments. Afterwards the screen must show
 * the transcript of the API with each block once, the input its draft, and the terminal its earlier modes (tui.md 4.3,
 * 4.4, 9).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '../../client/api/client.js';
import { homeLayout } from '../../schemas/instances.js';
import type { InstanceFile } from '../../schemas/generated/files.js';
import { makePlace, root, startWeb, type Place } from '../e2e/program.js';
import { until } from '../helpers/daemon.js';
import { alive } from '../helpers/processes.js';
import { startInPty, type Pty } from '../helpers/pty.js';
import { findForbidden } from '../helpers/terminalbytes.js';
import { createRandom, type Random } from './random.js';
import { linesOfMessages, linesOfScreen, typedIn } from './screenlines.js';

export interface ScreensOptions {
  rounds: number;
  seed: number;
  report?(text: string): void;
}

interface Trial {
  options: ScreensOptions;
  random: Random;
  place: Place;
  problems: string[];
  kills: Record<Victim, number>;
  /** those of `kills` that hit a separate server */
  killsAttached: number;
  ui: Ui | undefined;
  /** pid of a separate server that the UI attaches to; after its kill, the UI starts one of its own */
  attached: number | undefined;
  session: string;
  sent: number;
  /** `kept`: the input must restore it; `typed`: the input may restore it */
  draft: { kept: string; typed: string };
  compared: number;
}

interface Ui {
  pty: Pty;
  /** of the UI */
  pid: number;
  settingsBefore: string;
}

const victims = ['ui', 'server', 'both'] as const;
type Victim = (typeof victims)[number];

/** The screen shows the newest 20 turns of a session that is resumed. */
const roundsOfSession = 5;
const longestWaitMs = 60_000;

export async function runScreens(options: ScreensOptions) {
  const trial: Trial = {
    options,
    random: createRandom(options.seed),
    place: makePlace(),
    problems: [],
    kills: { ui: 0, server: 0, both: 0 },
    killsAttached: 0,
    ui: undefined,
    attached: undefined,
    session: '',
    sent: 0,
    draft: { kept: '', typed: '' },
    compared: 0,
  };
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      try {
        await runRound(trial, round);
      } catch (error) {
        const shown = trial.ui ? (await trial.ui.pty.screen()).join('\n').trimEnd() : 'no UI';
        trial.problems.push(`round ${round}: ${String(error)}; the screen:\n${shown}`);
        closeUi(trial);
        trial.session = '';
      }
      if (round % 10 === 9) options.report?.(`${round + 1} rounds, ${trial.problems.length} broken`);
    }
  } finally {
    closeUi(trial);
    await trial.place.leave();
  }
  const { kills, killsAttached, problems, sent, compared } = trial;
  const counts = victims.map((victim) => `${victim} ${kills[victim]}`).join(', ');
  const summary = `${options.rounds} rounds, kills: ${counts}, of them ${killsAttached} of a server that it was attached to; ${sent} prompts, ${compared} screens compared`;
  return { problems, summary, kills, killsAttached, compared };
}

async function runRound(trial: Trial, round: number): Promise<void> {
  const { random } = trial;
  if (round % roundsOfSession === 0) {
    closeUi(trial);
    trial.session = '';
    await chooseServer(trial);
  }
  trial.ui ??= await startUi(trial);
  const { ui } = trial;
  await settle(trial);
  await clearInput(trial);
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    const token = `t${trial.options.seed}x${(trial.sent += 1)}z`;
    ui.pty.type(`say ${token}`);
    await ui.pty.waitFor(`> say ${token}`, longestWaitMs);
    ui.pty.type('\r');
    // the UI would take keys right after it for a paste
    await waitFor('the prompt to leave the input', async () => typedIn(await ui.pty.screen()) === '');
    if (random.chance(0.4)) await ui.pty.waitFor(new RegExp(`^${token}$`, 'm'), longestWaitMs);
    await wait(random.between(0, 120));
  }
  if (random.chance(0.6)) await typeDraft(trial, round);
  await wait(random.between(0, 300));
  await kill(trial, random.pick(victims));
  trial.ui ??= await startUi(trial);
  await settle(trial);
  await compare(trial, round);
}

/** Lets the UI of the next session start its own server, or starts a separate one for it, at random. */
async function chooseServer(trial: Trial): Promise<void> {
  const { place, attached } = trial;
  // a server that the UI started ends with it
  await waitFor('the end of the servers', () => {
    const pid = instanceOf(place)?.pid;
    if (pid !== undefined && pid === attached && alive(pid)) process.kill(pid, 'SIGKILL');
    return pid === undefined || !alive(pid);
  });
  trial.attached = undefined;
  if (trial.random.chance(0.5)) return;
  await startWeb(place);
  trial.attached = instanceOf(place)?.pid;
}

/** Starts the UI from a shell, which keeps the terminal open. */
async function startUi(trial: Trial): Promise<Ui> {
  const { place } = trial;
  const agent = [process.execPath, join(root, 'bin/agent.js')];
  const args = trial.session === '' ? ['-m', 'offline/echo'] : ['-r', trial.session];
  const script = 'stty -g; "$@"; echo "ended $?"; exec sleep 600';
  const pty = startInPty('/bin/sh', ['-c', script, 'sh', ...agent, ...args], {
    cwd: place.cwd,
    columns: 100,
    rows: 30,
    environment: place.env,
  });
  const [settingsBefore] = await pty.waitFor(/^[\da-f:]{20,}$/m, longestWaitMs);
  const pid = await until('the UI', () => childOf(pty.pid));
  const ui = { pty, pid, settingsBefore };
  trial.ui = ui;
  await pty.waitFor(/^offline\/echo/m, longestWaitMs);
  if (trial.session === '') {
    const { items } = await clientOf(place).listSessions({ query: { page_size: 1 } });
    trial.session = items[0]?.id ?? '';
    trial.draft = { kept: '', typed: '' };
  }
  return ui;
}

/** Types a draft without sending it; waits at random until the server has stored it. */
async function typeDraft(trial: Trial, round: number): Promise<void> {
  const { ui, random, place, session } = trial;
  const text = `draft of round ${round}`;
  ui?.pty.type(text);
  await ui?.pty.waitFor(`> ${text}`, longestWaitMs);
  trial.draft.typed = text;
  if (random.chance(0.5)) return;
  const query = { key: `draft/${session}` };
  await waitFor('the draft on the server', async () => (await clientOf(place).getGuiItem({ query })).value === text);
  trial.draft.kept = text;
}

async function kill(trial: Trial, victim: Victim): Promise<void> {
  const { ui, place } = trial;
  if (!ui) return;
  trial.kills[victim] += 1;
  const server = instanceOf(place)?.pid;
  if (victim !== 'ui' && server !== undefined && server === trial.attached) trial.killsAttached += 1;
  const before = occurrences(await ui.pty.scrollback(), 'Reconnected to a new server.');
  if (victim !== 'server') process.kill(ui.pid, 'SIGKILL');
  if (victim !== 'ui' && server !== undefined && alive(server)) process.kill(server, 'SIGKILL');
  if (victim === 'server') {
    const isBack = async () => occurrences(await ui.pty.scrollback(), 'Reconnected to a new server.') > before;
    return void (await waitFor('the new server', isBack));
  }
  await ui.pty.waitFor(/^ended 137/m, longestWaitMs);
  await waitFor('the settings of the terminal', () => ui.pty.settings() === ui.settingsBefore);
  await waitFor('the modes of the terminal', async () => {
    const { paste, focus, wraps, isInView } = await ui.pty.modes();
    return !paste && !focus && wraps && !isInView;
  });
  const staysThere = victim === 'ui' && server === trial.attached;
  if (server !== undefined && !staysThere) await waitFor('the end of its server', () => !alive(server));
  closeUi(trial);
}

/** Resolves when the session is idle and its queue is empty or paused, as after a turn that a kill ended. */
async function settle({ ui, place, session }: Trial): Promise<void> {
  if (!ui) return;
  await waitFor('rest', async () => {
    const shown = (await ui.pty.screen()).join('\n');
    const waits = /^queued: /m.test(shown) && !/^queue paused/m.test(shown);
    if (waits || /Esc to interrupt|Connection lost/.test(shown)) return false;
    return !(await clientOf(place).getSession({ params: { session_id: session } })).busy;
  });
}

async function clearInput(trial: Trial): Promise<void> {
  const { ui } = trial;
  ui?.pty.type('\x15');
  await waitFor('an empty input', async () => typedIn((await ui?.pty.screen()) ?? []) === '');
  trial.draft = { kept: '', typed: '' };
}

async function compare(trial: Trial, round: number): Promise<void> {
  const { ui, place, session, draft } = trial;
  if (!ui) return;
  const params = { session_id: session };
  const { items } = await clientOf(place).listMessages({ params, query: { page_size: 100 } });
  // queued prompts are among the messages, but not in the transcript
  const { queued } = await clientOf(place).listPrompts({ params });
  const waiting = new Set(queued.map(({ user_message_id: id }) => id));
  const wanted = linesOfMessages(items.filter(({ id }) => !waiting.has(id)));
  // the UI draws an answer a frame after the API returns it
  const isEqual = async () => linesOfScreen(await ui.pty.scrollback()).join('\n') === wanted.join('\n');
  await waitFor('equal transcripts', isEqual, 10_000).catch(async () => {
    const shown = linesOfScreen(await ui.pty.scrollback());
    trial.problems.push(`round ${round}: the screen has ${shown.join(' | ')}; the API has ${wanted.join(' | ')}`);
  });
  const mayBe = [draft.typed, draft.kept];
  if (draft.kept === '') mayBe.push('');
  // an unacknowledged prompt may be in the input too; the UI reads the draft last
  const typed = async () => typedIn(await ui.pty.screen());
  await waitFor('the draft', async () => mayBe.includes((await typed()).replace(/^(?:say \S+ ?)+/, '')), 10_000).catch(
    async () => {
      trial.problems.push(`round ${round}: the input has ${await typed()}; typed was ${draft.typed}`);
    },
  );
  trial.compared += 1;
}

function closeUi(trial: Trial): void {
  const { ui } = trial;
  trial.ui = undefined;
  if (!ui) return;
  if (alive(ui.pid)) process.kill(ui.pid, 'SIGKILL');
  ui.pty.close();
  trial.problems.push(...findForbidden(ui.pty.bytes()).map((found) => `forbidden: ${JSON.stringify(found)}`));
}

function instanceOf({ home }: Place): InstanceFile | undefined {
  const folder = join(home, homeLayout.instances);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const found = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as InstanceFile);
  return found.filter(({ pid }) => alive(pid)).sort((a, b) => b.started_at - a.started_at)[0];
}

/** Returns a client of the current server. */
function clientOf(place: Place): Client {
  const instance = instanceOf(place);
  if (!instance) throw new Error('there is no server');
  return createClient({
    baseUrl: () => `http://${instance.host}:${instance.port}`,
    token: () => readFileSync(join(place.home, homeLayout.tokenFile), 'utf8').trim(),
  });
}

function waitFor(what: string, check: () => boolean | Promise<boolean>, ms = longestWaitMs): Promise<true> {
  return until(what, async () => ((await check()) ? true : undefined), ms);
}

/** The only child of a shell. */
function childOf(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.find((child) => child > 0 && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('agent.js'));
}

function occurrences(lines: readonly string[], text: string): number {
  return lines.filter((line) => line.includes(text)).length;
}
