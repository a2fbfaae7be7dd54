/** Sends one request of the fuzzer unchanged and reports what is wrong with the answer. */
import { Agent, request as send, type IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '../../../../schemas/generated/operations.js';
import type { TestDaemon } from '../../../helpers/daemon.js';
import type { Served } from '../served.js';
import type { FuzzRequest } from './cases.js';

/** The server to send to. */
type Target = Pick<TestDaemon, 'port' | 'token'>;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Milliseconds that a call may take. */
const limit = 2_000;

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Returns whether the request succeeded; rejects with what is wrong with the answer. */
export async function tryRequest(served: Served, daemon: Target, request: FuzzRequest): Promise<boolean> {
  let { answer, took } = await timed(served, daemon, request);
  // a busy machine may be the reason once
  if (took > limit) ({ answer, took } = await timed(served, daemon, request));
  const findings = findingsOf(served, answer);
  if (took > limit) findings.push(`took ${took.toFixed(0)} ms`);
  if (findings.length > 0) throw new Error(`${answer.status} ${answer.text.slice(0, 500)}: ${findings.join('; ')}`);
  return answer.status < 400 && !/^\{"code":(?!0,|40909,)/.test(answer.text);
}

async function timed(served: Served, daemon: Target, request: FuzzRequest): Promise<{ answer: Answer; took: number }> {
  const began = performance.now();
  const answer = await exchange(served.method, daemon, request);
  return { answer, took: performance.now() - began };
}

/** Operations whose contract has 50001 as an outcome, with its text. */
const couldNot: Partial<Record<OperationName, RegExp>> = {
  openFileIn: /^iTerm could not be started: not on this system$|^the terminal could not be started: there is no /,
};

function findingsOf({ name, responses, check }: Served, { status, headers, text }: Answer): string[] {
  const response = responses[String(status)];
  const type = headers['content-type']?.split(';')[0] ?? '';
  if (!response) return ['a status that is not documented'];
  if (!headers['x-request-id']) return ['no request id'];
  if (type === '' && text === '' && (status === 204 || status === 304)) return [];
  const kind = Object.keys(response.content ?? {}).find((each) => each === type || each === '*/*');
  if (kind === undefined) return [`a type that is not documented: ${type}`];
  if (kind !== 'application/json') return [];
  const envelope = JSON.parse(text) as { code?: number; msg?: string };
  const expected = couldNot[name]?.test(envelope.msg ?? '') ?? false;
  if (!expected && (envelope.code === 50001 || envelope.code === 50003)) return ['a defect'];
  return check(`/responses/${status}/content/application~1json/schema`)(envelope);
}

/** Resolves with the whole answer, or with the head only for a stream of events. */
function exchange(method: string, daemon: Target, { path, headers, body }: FuzzRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const all = { authorization: `Bearer ${daemon.token}`, ...headers, ...length };
    const sent = send({ host: '127.0.0.1', port: daemon.port, method, path, headers: all, agent });
    // far above the limit, to distinguish a slow answer from none
    sent.setTimeout(15_000, () => sent.destroy(new Error('no answer in 15 s')));
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      const done = (): void => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      };
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        done();
        sent.destroy();
        return;
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', done);
      response.on('error', reject);
    });
    sent.end(body);
  });
}
