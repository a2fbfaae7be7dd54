/** A fake OpenAI chat model server, as a separate process: answers immediately and records request times. */
import { createServer } from 'node:http';
import { clock, sleep } from './report.js';
import { workScript } from './script.js';

/** Deltas per write, like a model that is faster than its network. */
const perWrite = 20;
let journal = [];

/** What the last prompt asks for: `bench:deltas <count>`, `bench:wide <count>` (of 1,000 chars), `bench:paced<ms> <count>` (each with its time), `bench:mixed <count>` (1,000 per second), `bench:markdown <count>` and `bench:code <count>` (Markdown, and one block of code, 5,000 per second), `bench:lines <count>`, `bench:shell`, `bench:output <bytes>`, `bench:background <bytes>`, `bench:work <files>` (the calls of `script.js`, one after another), else a short answer. */
function wish({ messages, tools }) {
  const from = messages.findLastIndex(
    ({ role, content }) => role === 'user' && JSON.stringify(content).includes('bench:'),
  );
  const work = /bench:work (\d+)/.exec(JSON.stringify(messages[from]?.content ?? ''));
  if (work && tools)
    return workStep(Number(work[1]), messages.slice(from).filter(({ role }) => role === 'tool').length);
  if (messages.at(-1)?.role === 'tool') return { kind: 'text' };
  const last = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const [, kind, count] = /bench:(\w+)(?: (\d+))?/.exec(last) ?? [];
  return { kind: kind ?? 'text', count: Number(count ?? 0) };
}

/** Returns the next call of a task, or the text that ends the task. */
function workStep(files, done) {
  const call = workScript(files)[done];
  return call ? { kind: 'call', step: done, ...call } : { kind: 'text', step: done };
}

const chunk = (delta, finish = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'bench-model',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
const usage = `data: ${JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'bench-model',
  choices: [],
  usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
})}\n\n`;

/** Returns the text of the delta at an index; readers rebuild it to check that nothing was lost. */
export const deltaText = (index) => `word ${String(index).padStart(6, '0')} `;

const mixedWords = [
  '日本語の',
  '한국어 ',
  '👍 ',
  '**bold** ',
  'plain words ',
  '`code` ',
  'кирилл ',
  '🎉 ',
  '中文。',
  'end.\n\n',
];

/** Returns wide characters, emoji and Markdown, sometimes with the end of a paragraph. */
export const mixedText = (index) => mixedWords[index % 40 === 39 ? 9 : index % 9];

/** Rate of `markdown` and `code`. Every tenth delta contains its number, so that readers can measure progress. */
const quickPerSecond = 5_000;
const quickWords = ['some ', '**bold** ', 'of it ', '`x` ', 'and ', 'the ', 'more ', 'to ', 'end'];

function quickText(kind, index) {
  const start = kind === 'code' && index === 0 ? '```text\n' : '';
  if (index % 10 === 0) return `${start}w${String(index).padStart(5, '0')} `;
  if (index % 10 < 9) return kind === 'code' ? 'abcd' : quickWords[index % 9];
  if (kind === 'code') return '\n';
  const block = index % 300;
  if (block === 99) return ':\n\n- one\n- two\n';
  return block === 199 ? '.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n' : block === 299 ? '.\n\n## Part\n\n' : '. ';
}

const wideText = 'wide text '.repeat(100);

/** Returns the input of the shell call that a prompt requests. */
function callOf(kind, bytes) {
  const writes = `yes 0123456789abcde | head -c ${bytes}`;
  if (kind === 'shell') return { command: 'true' };
  if (kind === 'output') return { command: writes };
  if (kind === 'background') return { command: writes, run_in_background: true, description: 'writes' };
  return undefined;
}

async function answer(response, { kind, count, name = 'Bash', input = callOf(kind, count) }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (input) {
    const call = {
      index: 0,
      id: `call_${Math.round(clock() * 1000)}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    };
    response.end(
      chunk({ role: 'assistant', tool_calls: [call] }) + chunk({}, 'tool_calls') + usage + 'data: [DONE]\n\n',
    );
    return;
  }
  if (kind.startsWith('paced')) {
    const from = clock();
    for (let sent = 0; sent < count; sent += 1) {
      await sleep(from + sent * Number(kind.slice(5)) - clock());
      response.write(chunk({ content: `@${clock()} ` }));
    }
    response.end(chunk({}, 'stop') + usage + 'data: [DONE]\n\n');
    return;
  }
  if (kind === 'mixed' || kind === 'markdown' || kind === 'code') {
    const from = clock();
    const every = kind === 'mixed' ? 1 : 1_000 / quickPerSecond;
    for (let sent = 0; sent < count; sent += 1) {
      const wait = from + sent * every - clock();
      if (wait > 0) await sleep(wait);
      response.write(chunk({ content: kind === 'mixed' ? mixedText(sent) : quickText(kind, sent) }));
    }
    response.end(chunk({}, 'stop') + usage + 'data: [DONE]\n\n');
    return;
  }
  if (kind === 'lines') {
    const text = Array.from({ length: count }, (_, at) => `row ${at + 1} of those above\n`).join('');
    response.end(chunk({ content: `\`\`\`\n${text}\`\`\`\n` }) + chunk({}, 'stop') + usage + 'data: [DONE]\n\n');
    return;
  }
  if (kind === 'deltas' || kind === 'wide') {
    response.write(chunk({ role: 'assistant', content: '' }));
    const textAt = kind === 'wide' ? () => wideText : deltaText;
    for (let index = 0; index < count; index += perWrite) {
      let events = '';
      for (let at = index; at < Math.min(index + perWrite, count); at += 1) events += chunk({ content: textAt(at) });
      if (!response.write(events)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end(chunk({}, 'stop') + usage + 'data: [DONE]\n\n');
    return;
  }
  response.end(chunk({ role: 'assistant', content: 'ok' }) + chunk({}, 'stop') + usage + 'data: [DONE]\n\n');
}

if (process.send) {
  const server = createServer((request, response) => {
    const at = clock();
    if (request.url === '/journal') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(journal));
      journal = [];
      return;
    }
    if (!request.url.endsWith('/chat/completions')) {
      // questions of the daemon to a local model server about itself
      request.resume();
      response.writeHead(404).end();
      return;
    }
    const pieces = [];
    request
      .on('data', (piece) => pieces.push(piece))
      .on('end', () => {
        const body = Buffer.concat(pieces);
        const entry = { at, bytes: body.length };
        journal.push(entry);
        entry.answeredAt = clock();
        const wanted = wish(JSON.parse(body));
        if (wanted.step !== undefined) entry.step = wanted.step;
        void answer(response, wanted).then(() => (entry.endedAt = clock()));
      });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit(0));
}
