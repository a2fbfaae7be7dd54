/** Logging in and out for the editor (acp-cli.md 1.4). */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonRpcId } from '@agentclientprotocol/sdk';
import type { Client } from '../api/client.js';
import type { Editor } from './editor.js';
import { cancelled, invalid, loginNeeded } from './failures.js';
import { isRecord } from './params.js';

const howTo = 'Not logged in: run "agent login" or "agent provider add <url>"';

/** Resolves when a model is usable. Rejects with RequestError. */
export async function authenticate(
  methodId: string,
  { client, editor, id, signal }: { client: Client | undefined; editor: Editor; id: JsonRpcId; signal: AbortSignal },
): Promise<object> {
  if (methodId === 'login-terminal') throw invalid('methodId', 'the editor runs this method itself, in a terminal');
  if (methodId !== 'login' || !client) throw invalid('methodId', `no method ${JSON.stringify(methodId)}`);
  if (await isReady(client)) return {};
  if (!editor.capabilities.urls) throw loginNeeded(howTo, { methods: ['login'] });
  return await logIn(client, editor, id, signal);
}

async function isReady(client: Client): Promise<boolean> {
  const { models_ready: isUsable, providers_count: providers } = await client.getAuth();
  if (isUsable) return true;
  // the offline provider is listed unless it is disabled
  return providers === 0 && (await client.listModels()).items.length > 0;
}

/** Runs the device code flow of the server; the editor opens the page. */
async function logIn(client: Client, editor: Editor, requestId: JsonRpcId, signal: AbortSignal): Promise<object> {
  const { status, verification_uri_complete: url, user_code: code = '', interval = 5 } = await client.startLogin();
  if (status === 'authenticated' || url === undefined) return {};
  const elicitationId = randomUUID();
  const message = `Open the page to log in, and check that it shows the code ${code}.`;
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const declined = editor.ask('elicitation/create', { requestId, mode: 'url', url, message, elicitationId }, stop).then(
    (answer) => (isRecord(answer) && answer['action'] !== 'accept' ? over.abort() : undefined),
    () => over.abort(),
  );
  let end: LoginEnd | undefined;
  try {
    end = await endOfLogin(client, interval, stop);
  } finally {
    if (end !== 'authenticated') await client.cancelLogin();
    over.abort();
    await declined;
  }
  if (end === 'authenticated') {
    editor.notify('elicitation/complete', { elicitationId });
    return {};
  }
  if (signal.aborted) throw cancelled();
  throw loginNeeded(`The login ended: ${end ?? 'declined'}.`, { methods: ['login'] });
}

type LoginEnd = 'authenticated' | 'denied' | 'expired' | 'cancelled';

/** Polls for the end of the login; undefined when it was stopped. */
async function endOfLogin(client: Client, intervalS: number, stop: AbortSignal): Promise<LoginEnd | undefined> {
  while (!stop.aborted) {
    await delay(intervalS * 1_000, undefined, { signal: stop }).catch(() => undefined);
    const flow = stop.aborted ? undefined : await client.getLogin();
    if (flow && flow.status !== 'pending') return flow.status;
  }
  return undefined;
}

export async function logOut(client: Client): Promise<object> {
  const { managed_provider: account } = await client.getAuth();
  if (account?.status === 'authenticated') await client.logout();
  return {};
}
