/**
 * Texts that the fuzzer may not choose freely. The fuzzer has the rights of the user who runs the tests. So none of its
 * texts may reach a shell, a model that obeys them, a program's environment, the network, or a path outside its folder.
 *
 * Every text at or below a pinned key, in any body or query, is replaced; numbers, booleans and null stay.
 * Case and underscores of keys are ignored. A new field whose name sounds like one of them must be pinned here or
 * listed in `free`. Until then its operation is not fuzzed, which counts as a failure.
 */

/** Replaces a text of the fuzzer; `folder` is the fuzzer's own folder. */
type Pin = { why: string; put: (text: string, folder: string) => string };

/** Returns one of these values, always the same one for the same text. */
const oneOf =
  (...values: string[]) =>
  (text: string): string => {
    let hash = 0;
    for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
    return values[hash % values.length] ?? '';
  };

/** A prompt that the offline provider only repeats: one line that begins with `say`. */
const said = (text: string): string => `say ${text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}x`;

/** Paths in the folder of a trial, whose sessions run in its `work`: unusual spellings, and names that do not exist. */
const placeIn = (text: string, folder: string): string =>
  oneOf(
    ...Array.from({ length: 12 }, () => `${folder}/work`),
    `${folder}/work/./../work//`,
    `${folder}/none`,
    `${folder}/work\u0000`,
    `${folder}/${'d'.repeat(300)}`,
    `${folder}/${'d/'.repeat(3_000)}`,
    `${folder}/work/\ud800`,
    `${folder}/work/a.txt`,
    ...[
      'a.txt',
      'sub',
      'sub/../a.txt',
      './/sub/b.txt',
      '..',
      '../work/a.txt',
      'link',
      'A.TXT',
      'e\u0301.txt',
      'new',
      'pipe',
      'directory',
      'binary',
      'large',
    ],
    ...['sub/\u2024\u2024/a.txt', '\u0000', '', ' ', '.', '*', 'sub/**/{a,b', '[a-'],
  )(text);

/** A picture of one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const place: Pin = { why: 'is a place on the disk: made, read, watched or run in', put: placeIn };
const words: Pin = { why: 'may be said to the model, and the offline provider does what it is asked', put: said };
const address: Pin = {
  why: 'is called: only a closed port of this machine',
  put: oneOf('http://127.0.0.1:9/', 'x', ''),
};

const pins: Readonly<Record<string, Pin>> = {
  additionalDirs: place,
  apiKeyEnv: { why: 'names a variable whose value would be sent', put: () => 'FUZZ_NO_SUCH_VARIABLE' },
  args: words,
  baseUrl: address,
  bearerTokenEnvVar: { why: 'names a variable whose value would be sent', put: () => 'FUZZ_NO_SUCH_VARIABLE' },
  command: {
    why: 'is run by a shell, or as the program of a server: the folder of programs has none of these names',
    put: oneOf('true', ':', 'echo fuzz', `: ${'x'.repeat(200_000)}`, 'true\u0000', '', ' '),
  },
  cwd: place,
  data: {
    why: 'is media in base64: random text shows nothing',
    put: oneOf(png, png, `${png}\n`, png.slice(0, 30), '', 'x', 'aGVsbG8=', '===='),
  },
  defaultPermissionMode: { why: 'nothing may run without being asked', put: () => 'manual' },
  dirs: place,
  env: { why: 'is the environment of programs', put: () => 'x' },
  extraAgentDirs: place,
  extraSkillDirs: place,
  feedback: words,
  goalObjective: words,
  hooks: { why: 'hold commands', put: oneOf('Stop', 'true', '*') },
  instruction: words,
  instructions: words,
  mcp: { why: 'starts programs and calls addresses', put: () => 'true' },
  note: words,
  oauthHost: address,
  objective: words,
  objectives: words,
  otherText: words,
  path: place,
  paths: place,
  permissionMode: { why: 'nothing may run without being asked', put: () => 'manual' },
  prompt: words,
  root: place,
  services: address,
  shell: { why: 'is the program a terminal runs', put: oneOf('/bin/sh', '/no/such/shell', 'sh', '') },
  skillsDirs: place,
  systemPrompt: words,
  text: words,
  url: address,
  workspace: place,
};

/** Keys that end in one of the words below, and why they may hold any text. */
export const free: Readonly<Record<string, string>> = {
  'meta.has_prompt': 'asks whether there is one',
  prompts: 'which prompts a transcript comes with: a word of two',
};

const dangerous =
  /^(args?|argv|commands?|cwd|dirs?|directory|env|environment|exec|endpoint|hooks?|host|instructions?|objectives?|paths?|program|prompts?|roots?|scripts?|shell|text|uri|url|workspace)$/;

/** Whether a key must be pinned or listed in `free`. */
export function soundsDangerous(key: string): boolean {
  const word = key.split(/_|(?=[A-Z])/).at(-1) ?? '';
  return dangerous.test(word.toLowerCase());
}

const plain = (key: string): string => key.replaceAll('_', '').toLowerCase();
const byKey = new Map(Object.entries(pins).map(([key, pin]) => [plain(key), pin]));

export const isSettled = (key: string): boolean => byKey.has(plain(key)) || key in free;

/** Returns the value with each text at or below a pinned key replaced, unless `trusted` lists it as `key text`. */
export function pinned(value: unknown, folder: string, trusted: ReadonlySet<string>): unknown {
  const walk = (each: unknown, key: string, pin?: Pin): unknown => {
    if (typeof each === 'string') return pin && !trusted.has(`${key} ${each}`) ? pin.put(each, folder) : each;
    if (Array.isArray(each)) return each.map((item) => walk(item, key, pin));
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([name, item]) => [name, walk(item, name, byKey.get(plain(name)) ?? pin)]),
    );
  };
  return walk(value, '');
}
