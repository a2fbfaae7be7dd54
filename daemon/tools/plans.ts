/** Manages plan files: their names, their text, and the numbered copies for reviews (engine.md 8). */
import { createHash, randomInt } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ulid } from 'ulid';
import { createFileAtomic } from '../base/fs/atomic.js';
import { errorCode } from '../base/fs/errno.js';

export interface PlanFile {
  /** three words; the file name without `.md` */
  slug: string;
  /** absolute; the model's first Write creates the file */
  path: string;
}

export interface PlanRevision {
  id: string;
  /** from 1 */
  version: number;
  /** path of the copy */
  path: string;
  /** in hexadecimal */
  sha256: string;
  bytes: number;
}

/** Chooses a name for a new plan of a session (`sessionDirectory`: `<home>/sessions/<id>`). Creates no file. */
export function newPlan(sessionDirectory: string): PlanFile {
  const slug = [adjectives, adjectives, nouns].map((words) => words[randomInt(words.length)] ?? '').join('-');
  return { slug, path: join(sessionDirectory, 'plans', `${slug}.md`) };
}

/** Returns the text of a plan; undefined when it is missing or blank. */
export async function readPlan(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    return text.trim() === '' ? undefined : text;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Stores the next numbered copy beside the plan. */
export async function storeRevision(planPath: string, plan: string): Promise<PlanRevision> {
  const bytes = Buffer.from(plan, 'utf8');
  const directory = dirname(planPath);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (let version = (await lastVersion(planPath)) + 1; ; version += 1) {
    const path = revisionPath(planPath, version);
    if (!(await createFileAtomic(path, bytes))) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { id: `plan_${ulid().toLowerCase()}`, version, path, sha256, bytes: bytes.length };
  }
}

function revisionPath(planPath: string, version: number): string {
  return join(dirname(planPath), `${basename(planPath, '.md')}.v${version}.md`);
}

async function lastVersion(planPath: string): Promise<number> {
  const prefix = `${basename(planPath, '.md')}.v`;
  const versions = (await readdir(dirname(planPath)))
    .filter((name) => name.startsWith(prefix) && /^\d+\.md$/.test(name.slice(prefix.length)))
    .map((name) => Number.parseInt(name.slice(prefix.length), 10));
  return Math.max(0, ...versions);
}

const adjectives = [
  'able',
  'amber',
  'bold',
  'brave',
  'brief',
  'bright',
  'broad',
  'calm',
  'clear',
  'clever',
  'cool',
  'crisp',
  'deep',
  'eager',
  'early',
  'fair',
  'fast',
  'fine',
  'firm',
  'fresh',
  'gentle',
  'glad',
  'golden',
  'grand',
  'green',
  'happy',
  'keen',
  'kind',
  'large',
  'light',
  'lively',
  'lucky',
  'mellow',
  'merry',
  'neat',
  'noble',
  'open',
  'patient',
  'plain',
  'proud',
  'quick',
  'quiet',
  'rapid',
  'ready',
  'royal',
  'sharp',
  'shiny',
  'silent',
  'simple',
  'smart',
  'smooth',
  'soft',
  'solid',
  'steady',
  'still',
  'strong',
  'sunny',
  'swift',
  'tidy',
  'vivid',
  'warm',
  'wide',
  'wise',
  'young',
];

const nouns = [
  'acorn',
  'anchor',
  'apple',
  'badger',
  'beacon',
  'birch',
  'bridge',
  'brook',
  'canyon',
  'cedar',
  'cloud',
  'comet',
  'coral',
  'crane',
  'delta',
  'dune',
  'eagle',
  'ember',
  'falcon',
  'fern',
  'field',
  'finch',
  'forest',
  'garden',
  'glacier',
  'harbor',
  'hazel',
  'heron',
  'hill',
  'island',
  'ivy',
  'juniper',
  'lake',
  'lantern',
  'lark',
  'leaf',
  'maple',
  'meadow',
  'mesa',
  'moon',
  'oak',
  'ocean',
  'orchard',
  'otter',
  'owl',
  'pebble',
  'pine',
  'planet',
  'prairie',
  'reef',
  'ridge',
  'river',
  'robin',
  'rocket',
  'sail',
  'shore',
  'sparrow',
  'spring',
  'star',
  'stone',
  'stream',
  'summit',
  'valley',
  'willow',
];
