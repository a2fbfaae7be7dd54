/** A login by device code from start to end (RFC 8628): one at a time, with polling. */
import type { LoginFlow } from '../../schemas/generated/types.js';
import { MANAGED, type AccountEndpoint, type Region } from './endpoints.js';
import type { AccountService, Tokens } from './service.js';

export type FlowStatus = LoginFlow['status'];

export interface Flows {
  /** Starts a flow and cancels the previous one. Throws ApiError ACCOUNT_SERVICE_UNAVAILABLE; then nothing changes. */
  start(asked?: Region): Promise<LoginFlow>;
  /** the last flow, in any state */
  last(): LoginFlow | undefined;
  cancel(): Promise<{ cancelled: boolean; status: FlowStatus }>;
  /** resolves when the last flow has ended */
  ended(): Promise<void>;
}

export interface FlowsOptions {
  service: Pick<AccountService, 'begin' | 'poll'>;
  find(asked?: Region): AccountEndpoint;
  /** Stores the tokens, which authenticates the flow; resolves to its message. Throws when they cannot be stored. */
  finish(tokens: Tokens, place: AccountEndpoint): Promise<string | undefined>;
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  newId(): string;
}

/** Seconds that a service's `slow_down` adds to the interval (RFC 8628 3.5). */
const slower = 5;

interface Flow {
  shown: LoginFlow;
  deviceCode: string;
  place: AccountEndpoint;
  /** epoch milliseconds */
  deadline: number;
  stop: AbortController;
  /** resolves when all work of the flow has ended */
  over: Promise<void>;
  /** the token has arrived: the flow can no longer be cancelled */
  isFinishing: boolean;
}

export function createFlows({ service, find, finish, now, sleep, newId }: FlowsOptions): Flows {
  let current: Flow | undefined;

  function end(flow: Flow, status: FlowStatus, message?: string): void {
    if (flow.shown.status !== 'pending') return;
    flow.shown = {
      ...flow.shown,
      status,
      resolved_at: new Date(now()).toISOString(),
      ...(message === undefined ? {} : { error_message: message }),
    };
    flow.stop.abort();
  }

  async function follow(flow: Flow): Promise<void> {
    const { signal } = flow.stop;
    let failure: string | undefined;
    while (flow.shown.status === 'pending') {
      await sleep(Math.max(0, Math.min(flow.shown.interval * 1000, flow.deadline - now())), signal);
      if (now() >= flow.deadline) return end(flow, 'expired', failure ?? 'no user entered the code in time');
      const answer = await service.poll(flow.place.host, flow.deviceCode);
      if (signal.aborted) return;
      failure = answer.kind === 'failed' ? answer.message : undefined;
      if (answer.kind === 'slow_down') flow.shown = { ...flow.shown, interval: flow.shown.interval + slower };
      if (answer.kind === 'expired') return end(flow, 'expired', answer.message);
      if (answer.kind === 'refused') return end(flow, 'denied', answer.message);
      if (answer.kind === 'tokens') return await take(flow, answer.tokens);
    }
  }

  async function take(flow: Flow, tokens: Tokens): Promise<void> {
    flow.isFinishing = true;
    try {
      end(flow, 'authenticated', await finish(tokens, flow.place));
    } catch (error) {
      end(flow, 'denied', `the login could not be stored: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async function cancel(): Promise<{ cancelled: boolean; status: FlowStatus }> {
    const flow = current;
    if (!flow) return { cancelled: false, status: 'cancelled' };
    if (flow.isFinishing) await flow.over;
    const cancelled = flow.shown.status === 'pending';
    end(flow, 'cancelled');
    return { cancelled, status: flow.shown.status };
  }

  return {
    async start(asked) {
      const place = find(asked);
      const grant = await service.begin(place.host);
      await cancel();
      const deadline = now() + grant.expiresIn * 1000;
      const flow: Flow = {
        shown: {
          flow_id: newId(),
          provider: MANAGED,
          status: 'pending',
          verification_uri: grant.verificationUri,
          verification_uri_complete: grant.verificationUriComplete,
          user_code: grant.userCode,
          expires_in: grant.expiresIn,
          interval: grant.interval,
          expires_at: new Date(deadline).toISOString(),
        },
        deviceCode: grant.deviceCode,
        place,
        deadline,
        stop: new AbortController(),
        over: Promise.resolve(),
        isFinishing: false,
      };
      const started = flow.shown;
      flow.over = follow(flow).catch((error: unknown) => {
        // the code that ended the flow also aborted its wait
        if (!flow.stop.signal.aborted) end(flow, 'denied', error instanceof Error ? error.message : String(error));
      });
      current = flow;
      return started;
    },
    last: () => current?.shown,
    cancel,
    async ended() {
      await current?.over;
    },
  };
}
