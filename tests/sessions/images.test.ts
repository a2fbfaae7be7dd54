/** Images in a session: in prompts, in requests, and after a provider refused one. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentPart } from '../../schemas/generated/types.js';
import { animated, bomb, cutOff, readImage, noisy, plain, turned } from '../helpers/pictures.js';
import { chatReply, startRawModel, type RawModel, type RawReply, type RawRequest } from '../helpers/rawmodel.js';
import { hurried, startTrial, type Talk, type Trial } from '../helpers/turns.js';

const image = (bytes: Buffer, media_type = 'image/png') => ({
  type: 'image',
  source: { kind: 'base64', media_type, data: bytes.toString('base64') },
});
const text = (value: string) => ({ type: 'text', text: value });

let model: RawModel;
let trial: Trial;
let small: Buffer;

beforeAll(async () => {
  model = await startRawModel();
  const alias = (name: string) =>
    `[models.${name}]\nprovider = "p"\nmodel = "${name}"\nmax_context_size = 200000\ncapabilities = ["image_in", "tool_use"]\n`;
  trial = await startTrial({
    sleep: hurried(1),
    config:
      `default_model = "a"\nimage = { max_edge_px = 300, read_byte_budget = 20000 }\n[providers.p]\ntype = "openai"\nbase_url = "${model.url}/v1"\napi_key = "sk-test-key"\n` +
      alias('a') +
      alias('b'),
  });
  small = await plain(20, 10);
});
afterAll(async () => {
  await trial.close();
  await model.close();
});

const media = (id: string) => join(trial.home, 'sessions', id, 'media');

/** Returns the images of a request, oldest first, as bytes or address. */
function imagesOf(request: RawRequest | undefined): string[] {
  const { messages } = request?.body as { messages: { content: unknown }[] };
  return messages.flatMap(({ content }) =>
    Array.isArray(content)
      ? (content as { image_url?: { url: string } }[]).flatMap((part) => part.image_url?.url ?? [])
      : [],
  );
}

function notesIn(request: RawRequest | undefined): number {
  return JSON.stringify(request?.body).split('Its content is not part of this request.').length - 1;
}

const fine = chatReply({ text: 'fine' });

describe('pictures of a prompt', () => {
  async function storedOf(parts: unknown[]): Promise<{ files: Buffer[]; content: ContentPart[] }> {
    model.reply(fine);
    const talk = await trial.talk();
    const sent = await talk.call<{ content: ContentPart[] }>('POST', '/prompts', { content: parts });
    expect(sent.code).toBe(0);
    await talk.until('prompt.completed');
    expect(JSON.stringify(talk.frames)).not.toContain(small.toString('base64'));
    const files = sent.data.content.flatMap((part) =>
      part.type === 'image' && part.source.kind === 'session_media'
        ? [readFileSync(join(media(talk.id), part.source.file_id))]
        : [],
    );
    return { files, content: sent.data.content };
  }

  test('are made to fit, upright and without metadata before they are stored', async () => {
    const { files } = await storedOf([image(await turned(1_200, 600, 6)), image(await noisy(600, 600))]);
    expect(await Promise.all(files.map(readImage))).toMatchObject([
      { width: 150, height: 300, tagged: false },
      { width: 300, height: 300, tagged: false },
    ]);
  });

  test('are not squeezed into the budget of what the model looks at', async () => {
    const { files } = await storedOf([image(await noisy(300, 300))]);
    expect(files[0]?.length).toBeGreaterThan(20_000);
  });

  test('that are fine stay as they are, of a moving one the first frame', async () => {
    const { files } = await storedOf([text('look'), image(small), image(await animated('gif'), 'image/gif')]);
    expect(files[0]?.equals(small)).toBe(true);
    expect((await readImage(files[1] as Buffer)).format).toBe('png');
  });

  test('in data addresses are stored, other addresses go as they are', async () => {
    const url = `data:image/png;name=x;base64,${small.toString('base64')}`;
    const { files, content } = await storedOf([
      { type: 'image', source: { kind: 'url', url } },
      { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } },
    ]);
    expect(files[0]?.equals(small)).toBe(true);
    expect(content[1]).toEqual({ type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } });
  });

  const rows: [string, () => unknown, RegExp][] = [
    [
      'a bomb',
      async () => image(await bomb(20_000, 20_000)),
      /^content\.1\.source: the image has 20000 x 20000 pixels/,
    ],
    ['too much when decoded', async () => image(await bomb(9_000, 9_000)), /more than 64 MiB when decoded/],
    ['half a picture', async () => image(cutOff(await noisy(99, 99))), /^content\.1\.source: the image is damaged/],
    ['no picture', () => image(Buffer.from('hello')), /unsupported media/],
    [
      'another address',
      () => ({ type: 'image', source: { kind: 'url', url: 'file:///etc/passwd' } }),
      /not an http, https/,
    ],
    [
      'a bad data address',
      () => ({ type: 'image', source: { kind: 'url', url: 'data:image/png,x' } }),
      /not a data address/,
    ],
  ];
  test.each(rows)('%s is refused and nothing is stored', async (_name, make, message) => {
    const talk = await trial.talk();
    const answer = await talk.call('POST', '/prompts', { content: [image(small), await make()] });
    expect([answer.code, answer.msg]).toEqual([40001, expect.stringMatching(message)]);
    expect(existsSync(media(talk.id))).toBe(false);
    expect(talk.frames).toEqual([]);
  });

  test('an edit and a steer keep to the same rules', async () => {
    const talk = await trial.talk();
    model.reply(
      { body: [`data: {"choices":[{"index":0,"delta":{"content":"wait"}}]}\n\n`, 1_500, ...(fine.body ?? [])] },
      fine,
    );
    await talk.submit('slow');
    await talk.until('turn.step.started');
    const { data } = await talk.submit('later');
    const path = `/prompts/${data.prompt_id}`;
    const refused = await talk.call('PATCH', path, { content: [image(small), image(await bomb(20_000, 20_000))] });
    expect(refused.code).toBe(40001);
    expect(existsSync(media(talk.id))).toBe(false);
    const edited = await talk.call('PATCH', path, { content: [text('now'), image(await plain(900, 300))] });
    expect(edited.code).toBe(0);
    const [stored] = readdirSync(media(talk.id));
    expect(await readImage(readFileSync(join(media(talk.id), stored as string)))).toMatchObject({
      width: 300,
      height: 100,
    });
    expect((await talk.call('POST', `${path}:steer`)).code).toBe(0);
    await talk.until('turn.ended completed');
    expect(imagesOf(model.requests.at(-1))).toHaveLength(1);
  });

  test('of two edits of one prompt at once no file is left over', async () => {
    const talk = await trial.talk();
    model.reply({ body: [300, ...(fine.body ?? [])] }, fine);
    await talk.submit('slow');
    const { data } = await talk.submit('later');
    const path = `/prompts/${data.prompt_id}`;
    const edit = talk.call('PATCH', path, { content: [image(await noisy(280, 280))] });
    await talk.call('DELETE', path);
    const { code } = await edit;
    if (code !== 0) expect(existsSync(media(talk.id)) ? readdirSync(media(talk.id)) : []).toEqual([]);
    await talk.until('turn.ended completed');
  });
});

describe('requests', () => {
  test('hold the 50 newest pictures, older ones are notes', async () => {
    const talk = await trial.talk();
    model.reply(fine);
    const pictures = await Promise.all(Array.from({ length: 53 }, (_, at) => plain(10 + at, 10)));
    await talk.run('x', { content: pictures.slice(0, 30).map((bytes) => image(bytes)) });
    await talk.run('x', { content: [text('more'), ...pictures.slice(30).map((bytes) => image(bytes))] });
    const request = model.requests.at(-1);
    expect(imagesOf(request)).toEqual(
      pictures.slice(3).map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`),
    );
    expect(notesIn(request)).toBe(3);
  });

  test('hold no more bytes than providers take', async () => {
    const talk = await trial.talk();
    model.reply(fine);
    await talk.run('x', { content: [image(small)] });
    const [file] = readdirSync(media(talk.id));
    const path = join(media(talk.id), file as string);
    // an image as an older version may have stored it
    writeFileSync(path, Buffer.concat([small, Buffer.alloc(25_000_000)]));
    await talk.run('x', { content: [text('and'), image(await plain(30, 10))] });
    expect(imagesOf(model.requests.at(-1))).toHaveLength(1);
    expect(notesIn(model.requests.at(-1))).toBe(1);
    expect(statSync(path).size).toBeGreaterThan(25_000_000);
  });

  test('a picture whose file is gone is a note', async () => {
    const talk = await trial.talk();
    model.reply(fine);
    await talk.run('x', { content: [image(small)] });
    rmSync(media(talk.id), { recursive: true });
    await talk.run('and now?');
    expect([imagesOf(model.requests.at(-1)).length, notesIn(model.requests.at(-1))]).toEqual([0, 1]);
  });
});

describe('a picture that the provider refuses', () => {
  const refusal = (status: number, message: string): RawReply => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: [JSON.stringify({ error: { message } })],
  });

  /** Refuses every request that contains the given image, or any image. */
  function refuse(answer: RawReply, bad?: Buffer): void {
    model.reply((request) => {
      const images = imagesOf(request);
      const held = bad ? images.some((url) => url.endsWith(bad.toString('base64'))) : images.length > 0;
      return held ? answer : fine;
    });
  }

  const since = (from: number) => model.requests.slice(from).map((request) => imagesOf(request).length);
  const ends = (talk: Talk) => talk.lines().filter((line) => line.startsWith('turn.ended'));

  test.each([
    [400, 'Could not process image'],
    [400, 'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum'],
    [413, 'Request Entity Too Large'],
    [415, 'unsupported image type'],
    [422, 'cannot identify image file'],
    [500, 'failed to decode image'],
  ])('HTTP %i "%s": one resend with notes, and the session continues', async (status, message) => {
    refuse(refusal(status, message));
    const talk = await trial.talk();
    const from = model.requests.length;
    await talk.run('x', { content: [text('look'), image(small)] });
    expect(since(from)).toEqual([1, 0]);
    expect(notesIn(model.requests.at(-1))).toBe(1);
    expect(talk.lines()).toContain('turn.step.retrying 1 1');
    expect((await talk.until('warning')).payload).toMatchObject({ code: 'images-refused' });
    // the next requests succeed at the first attempt
    await talk.run('again');
    await talk.run('and again');
    expect(since(from)).toEqual([1, 0, 0, 0]);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('The provider refused it or an image');
    expect(ends(talk)).toEqual(Array.from({ length: 3 }, () => 'turn.ended completed'));
  });

  test('new pictures are sent, and one that is fine stays', async () => {
    const bad = await plain(33, 11);
    refuse(refusal(400, 'Could not process image'), bad);
    const talk = await trial.talk();
    const from = model.requests.length;
    await talk.run('x', { content: [image(bad)] });
    await talk.run('x', { content: [text('better?'), image(small)] });
    await talk.run('go on');
    expect(since(from)).toEqual([1, 0, 1, 1]);
    await talk.run('x', { content: [text('and this?'), image(bad)] });
    await talk.run('go on');
    expect(since(from)).toEqual([1, 0, 1, 1, 2, 0, 0]);
    expect(ends(talk)).toHaveLength(5);
  });

  test('is remembered over a restart, in a fork, and after an undo', async () => {
    refuse(refusal(400, 'Could not process image'));
    const talk = await trial.talk();
    await talk.run('x', { content: [image(small)] });
    await talk.run('second');
    await trial.restart();
    const again = await trial.join(talk.id);
    const from = model.requests.length;
    await again.run('third');
    const fork = await again.call<{ id: string }>('POST', ':fork', {});
    const other = await trial.join(fork.data.id);
    await other.run('fourth');
    expect((await again.call('POST', ':undo', { count: 1 })).code).toBe(0);
    await again.run('fifth');
    expect(since(from)).toEqual([0, 0, 0]);
  });

  test('another model gets to see it', async () => {
    model.reply((request) =>
      imagesOf(request).length > 0 && (request.body as { model: string }).model === 'a'
        ? refusal(400, 'Could not process image')
        : fine,
    );
    const talk = await trial.talk();
    const from = model.requests.length;
    await talk.run('x', { content: [image(small)] });
    await talk.run('and you?', { model: 'b' });
    await talk.run('and you again?', { model: 'a' });
    expect(since(from)).toEqual([1, 0, 1, 0]);
  });

  test('is judged: that turn fails, the next does not', async () => {
    refuse(refusal(400, 'Your image was flagged by our safety system'));
    const talk = await trial.talk();
    const from = model.requests.length;
    await talk.run('x', { content: [image(small)] });
    await talk.run('sorry');
    expect(since(from)).toEqual([1, 0]);
    expect(ends(talk)).toEqual(['turn.ended failed filtered', 'turn.ended completed']);
  });

  test('comes from a tool', async () => {
    writeFileSync(join(trial.cwd, 'a.png'), small);
    const call = chatReply({ calls: [{ id: 'c1', name: 'ReadMediaFile', arguments: '{"path":"a.png"}' }] });
    model.reply(call, (request) => (imagesOf(request).length > 0 ? refusal(400, 'bad image') : fine));
    const talk = await trial.talk();
    const from = model.requests.length;
    await talk.run('look at a.png');
    model.reply((request) => (imagesOf(request).length > 0 ? refusal(400, 'bad image') : fine));
    await talk.run('go on');
    expect(since(from)).toEqual([0, 1, 0, 0]);
    expect(ends(talk)).toEqual(['turn.ended completed', 'turn.ended completed']);
  });

  test('words about images without an image in the request change nothing', async () => {
    model.reply(refusal(400, 'this model has no image support'));
    const talk = await trial.talk();
    const from = model.requests.length;
    await talk.run('draw an image');
    expect(since(from)).toEqual([0]);
    expect(talk.lines()).not.toContain('warning');
    expect(ends(talk)).toEqual(['turn.ended failed error']);
  });

  test('costs the only attempt there is, but not the session', async () => {
    refuse(refusal(400, 'Could not process image'));
    writeFileSync(
      join(trial.home, 'config.toml'),
      `loop_control = { max_attempts_per_step = 1 }\n${readFileSync(join(trial.home, 'config.toml'), 'utf8')}`,
    );
    await trial.restart();
    const talk = await trial.talk();
    await talk.run('x', { content: [image(small)] });
    await talk.run('go on');
    expect(ends(talk)).toEqual(['turn.ended failed error', 'turn.ended completed']);
  });
});

test('clients hear a warning, not the record images.refused', async () => {
  model.reply((request) => (imagesOf(request).length > 0 ? { status: 400, body: ['{"error":"bad image"}'] } : fine));
  const talk = await trial.talk();
  await talk.run('x', { content: [image(small)] });
  expect(talk.lines()).toContain('warning');
  expect(talk.lines()).not.toContain('images.refused');
});
