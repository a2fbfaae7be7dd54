/** A fake model server (OpenAI chat) that answers at once and notes when requests came; a process of its own. */
import { createServer } from 'node:http';
import { clock, sleep } from './report.js';

/** Deltas in one write, as of a model that is faster than its network. */
const perWrite = 20;
let journal = [];

/** What the last prompt asks for: `bench:deltas <count>`, `bench:wide <count>` (of 1,000 chars), `bench:paced<ms> <count>` (each with its time), `bench:shell`, `bench:output <bytes>`, `bench:background <bytes>`, else a short answer. */
function wish(messages) {
  if (messages.at(-1)?.role === 'tool') return { kind: 'text' };
  const last = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const [, kind, count] = /bench:(\w+)(?: (\d+))?/.exec(last) ?? [];
  return { kind: kind ?? 'text', count: Number(count ?? 0) };
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

/** The text of the delta at a place; the reader rebuilds it to see that nothing was lost. */
export const deltaText = (index) => `word ${String(index).padStart(6, '0')} `;

const wideText = 'wide text '.repeat(100);

/** Input of the shell call that a wish stands for. */
function callOf(kind, bytes) {
  const writes = `yes 0123456789abcde | head -c ${bytes}`;
  if (kind === 'shell') return { command: 'true' };
  if (kind === 'output') return { command: writes };
  if (kind === 'background') return { command: writes, run_in_background: true, description: 'writes' };
  return undefined;
}

async function answer(response, { kind, count }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const input = callOf(kind, count);
  if (input) {
    const call = {
      index: 0,
      id: `call_${Math.round(clock() * 1000)}`,
      type: 'function',
      function: { name: 'Bash', arguments: JSON.stringify(input) },
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
      // what a model server on this machine is asked about itself
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
        void answer(response, wish(JSON.parse(body).messages)).then(() => (entry.endedAt = clock()));
      });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.once('disconnect', () => process.exit(0));
}
