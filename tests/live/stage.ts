/** A daemon with models, a web site, and a listener to all sessions; scenes run on it. */
import { WebSocket } from 'ws';
import { frameValidator } from '../helpers/documents.js';
import { startModel, type ScriptedModel } from '../helpers/model.js';
import { answers, bentWorld, startSite, type Site } from '../helpers/site.js';
import { hurried, startTrial, type EventFrame, type Talk, type Trial, type TrialOptions } from '../helpers/turns.js';
import type { AsyncApiDocument } from '../../daemon/http/asyncapi.js';

/** Everything that one connection receives. */
export interface Listener {
  readonly frames: EventFrame[];
  /** violations of the daemon's `/asyncapi.json` */
  readonly findings: string[];
  until(fits: (frame: EventFrame) => boolean, from?: number): Promise<EventFrame>;
  close(): void;
}

export interface Stage {
  trial: Trial;
  model: ScriptedModel;
  site: Site;
  listener: Listener;
  /** advances the daemon's clock */
  pass(ms: number): void;
  /** opens a session of the built-in offline provider in yolo mode, unless the caller chooses another one */
  talk(config?: Record<string, unknown>, body?: Record<string, unknown>): Promise<Talk>;
  api<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface Scene {
  name: string;
  /** lines of config.toml before the first table, and tables after the others */
  head?: string;
  config?: string;
  options?: TrialOptions;
  play(stage: Stage): Promise<void>;
}

/** Starts a daemon for a scene, runs the scene, and stops everything; returns what the listener received. */
export async function perform(scene: Scene): Promise<Pick<Listener, 'frames' | 'findings'>> {
  const model = await startModel();
  const site = await startSite();
  let ahead = 0;
  const trial = await startTrial({
    now: () => Date.now() + ahead,
    sleep: hurried(25),
    random: () => 0,
    shellLimitMs: 500,
    ...scene.options,
    config: configFor(model, site, scene),
    web: bentWorld(),
  });
  const listener = await listen(trial.daemon);
  try {
    await scene.play({
      trial,
      model,
      site,
      listener,
      pass: (ms) => void (ahead += ms),
      talk: (config = {}, body = {}) =>
        trial.talk({ agent_config: { model: 'offline/echo', permission_mode: 'yolo', ...config }, ...body }),
      async api(method, path, body) {
        const answer = await trial.call<never>(method, `/api/v1${path}`, body);
        if (answer.code !== 0) throw new Error(`${method} ${path}: ${answer.code} ${answer.msg}`);
        return answer.data;
      },
    });
  } finally {
    listener.close();
    await trial.close();
    await model.close();
    await site.close();
  }
  return listener;
}

function configFor(model: ScriptedModel, site: Site, { head = '', config = '' }: Scene): string {
  return [
    'default_model = "m"',
    head,
    `[providers.p]\ntype = "openai"\nbase_url = "${model.baseUrl}"\napi_key = "sk-test-key"`,
    '[models.m]\nprovider = "p"\nmodel = "scripted"\nmax_context_size = 20000\ncapabilities = ["tool_use", "image_in", "video_in", "thinking"]',
    `[services.search]\nbase_url = "http://127.0.0.1:${site.port}/search"\napi_key = "search-key-0123456789"`,
    config,
    '',
  ].join('\n');
}

/** Listens to all global events, and to those of each session from its beginning. */
export async function listen(to: { baseUrl: string; token: string | undefined }): Promise<Listener> {
  const answer = await fetch(`${to.baseUrl}/asyncapi.json`, { headers: { authorization: `Bearer ${to.token ?? ''}` } });
  const check = frameValidator((await answer.json()) as AsyncApiDocument);
  const socket = new WebSocket(`${to.baseUrl.replace('http', 'ws')}/api/v1/ws`, {
    headers: { authorization: `Bearer ${to.token ?? ''}` },
  });
  const frames: EventFrame[] = [];
  const findings: string[] = [];
  const subscribed = new Set<string>();
  const looks = new Set<() => void>();
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as EventFrame;
    findings.push(...check(frame, 'subscribe').map((finding) => `${frame.type}: ${finding}`));
    if (typeof frame.payload !== 'object' || frame.epoch === undefined) return;
    frames.push(frame);
    if (frame.type === 'event.session.created' && !subscribed.has(frame.session_id)) {
      // the replay sends this event again
      subscribed.add(frame.session_id);
      socket.send(
        JSON.stringify({
          type: 'subscribe',
          id: frame.session_id,
          payload: { session_ids: [frame.session_id], cursors: { [frame.session_id]: { seq: 0 } } },
        }),
      );
    }
    for (const look of [...looks]) look();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('close', reject);
  });
  return {
    frames,
    findings,
    close: () => socket.terminate(),
    until: (fits, from = 0) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = frames.slice(from).find(fits);
          if (!found) return;
          clearTimeout(timer);
          looks.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          looks.delete(look);
          reject(new Error(`nothing like ${String(fits)} was heard`));
        }, 15_000);
        looks.add(look);
        look();
      }),
  };
}

/** A line for the offline provider that calls a tool. */
export const call = (tool: string, input: unknown): string => `call ${tool} ${JSON.stringify(input)}`;

/** Answers of the search service. */
export const found = answers(
  JSON.stringify({ search_results: [{ title: 'Hats', url: 'http://docs.example/hats', snippet: 'all about hats' }] }),
  'application/json',
);
