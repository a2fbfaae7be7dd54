/** A model that replies by scenes. A prompt names a scene by kind and number; the number is the seed of the replies. */
import { startRawModel, type RawModel, type RawReply, type RawRequest } from '../helpers/rawmodel.js';
import { createRandom, type Random } from './random.js';

export type SceneKind = keyof typeof scenes;

interface Step {
  thinking?: string;
  text?: string;
  calls?: { name: string; input: Record<string, unknown> }[];
  /** number of attempts that end in the middle before a complete one */
  failures?: number;
}

const words = ['rain', 'über', '😀', 'stone', '家', '👩‍👩‍👧‍👦', 'and', 'so', '𝔘𝔫𝔦', 'far', 'line\n', '🤔🤔', 'wide', 'of'];
const prose = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick(words)).join(' ');

const loop = (times: number) => `for i in $(seq ${times}); do echo line $i; sleep 0.05; done`;
const bash = (command: string, more: Record<string, unknown> = {}) => ({ name: 'Bash', input: { command, ...more } });
const agent = (prompt: string, more: Record<string, unknown> = {}) => ({
  name: 'Agent',
  input: { prompt, description: 'a part of the work', ...more },
});

const scenes = {
  text: (random: Random): Step[] => [{ thinking: prose(random, 60), text: prose(random, random.between(150, 350)) }],
  tools: (random: Random): Step[] => [
    {
      thinking: prose(random, 40),
      text: prose(random, 60),
      calls: [{ name: 'Read', input: { path: 'a.txt' } }, bash(loop(random.between(2, 8)))],
    },
    { text: prose(random, 100) },
  ],
  write: (random: Random): Step[] => [
    { calls: [{ name: 'Write', input: { path: `out-${random.between(1, 9)}.txt`, content: prose(random, 300) } }] },
    { thinking: prose(random, 20), text: prose(random, 40) },
  ],
  question: (random: Random): Step[] => [
    {
      text: prose(random, 40),
      calls: [
        {
          name: 'AskUserQuestion',
          input: { questions: [{ question: 'Which way?', options: [{ label: 'Left' }, { label: 'Right' }] }] },
        },
      ],
    },
    { text: prose(random, 60) },
  ],
  agents: (random: Random): Step[] => [
    {
      text: prose(random, 20),
      calls: [agent(`scene text ${random.between(1, 999)}`), agent(`scene tools ${random.between(1, 999)}`)],
    },
    { text: prose(random, 60) },
  ],
  background: (random: Random): Step[] => [
    {
      calls: [
        bash(loop(random.between(3, 9)), { run_in_background: true, description: 'a loop' }),
        agent(`scene text ${random.between(1, 999)}`, { run_in_background: true }),
      ],
    },
    { text: prose(random, 120) },
  ],
  retry: (random: Random): Step[] => [
    { thinking: prose(random, 40), text: prose(random, 160), failures: random.between(1, 2) },
    { text: 'never asked for' },
  ],
  long: (random: Random): Step[] => [
    { thinking: prose(random, 120), text: prose(random, 240), calls: [bash(loop(40))] },
    { text: prose(random, 400) },
  ],
};

export const sceneKinds = Object.keys(scenes) as SceneKind[];

export async function startScenes(): Promise<RawModel> {
  const model = await startRawModel();
  const failed = new Map<string, number>();
  model.reply((request) => replyTo(request, failed));
  return model;
}

interface RequestBody {
  messages: { role: string; content: unknown }[];
}

/** Returns the next reply of the scene; one line for a request outside of scenes, such as a summary. */
function replyTo({ body }: RawRequest, failed: Map<string, number>): RawReply {
  const { messages } = body as RequestBody;
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && /scene \w+ \d+/.test(textOf(content)));
  const [, kind = '', number = ''] = /scene (\w+) (\d+)/.exec(textOf(messages[at]?.content)) ?? [];
  const done = messages.slice(at + 1).filter(({ role }) => role === 'assistant').length;
  const random = createRandom(Number(number) * 31 + done);
  const steps = at >= 0 && kind in scenes ? scenes[kind as SceneKind](createRandom(Number(number))) : [];
  const step = steps[done] ?? { text: `All of it is done. ${prose(random, 24)}` };
  const key = `${kind} ${number} ${done}`;
  const breaksOff = (failed.get(key) ?? 0) < (step.failures ?? 0);
  failed.set(key, breaksOff ? (failed.get(key) ?? 0) + 1 : 0);
  const pieces = piecesOf(step, random, key);
  return { body: breaksOff ? [...pieces.slice(0, random.between(2, pieces.length - 2)), 'drop'] : pieces };
}

function piecesOf(step: Step, random: Random, key: string): (string | number)[] {
  const pieces: (string | number)[] = [];
  const send = (delta: object, finish?: string): void => {
    const choice = { index: 0, delta, ...(finish === undefined ? {} : { finish_reason: finish }) };
    pieces.push(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
    if (random.chance(0.4)) pieces.push(random.between(3, 20));
  };
  for (const part of cut(step.thinking ?? '', random)) send({ reasoning_content: part });
  for (const part of cut(step.text ?? '', random)) send({ content: part });
  for (const [index, { name, input }] of (step.calls ?? []).entries()) {
    const id = `call_${key.replaceAll(' ', '_')}_${index}_${random.between(0, 1_000_000)}`;
    send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    for (const part of cut(JSON.stringify(input), random))
      send({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  send({}, step.calls ? 'tool_calls' : 'stop');
  pieces.push('data: [DONE]\n\n');
  return pieces;
}

/** Splits a text at random places, also inside of a surrogate pair. */
function cut(text: string, random: Random): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + random.between(1, 14);
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('\n');
}
