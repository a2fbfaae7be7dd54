/** Has the model generate titles: after the first completed turn, and when a client requests one (engine.md 18). */
import { promptText } from '../../../schemas/folds/said.js';
import type { EventPayload } from '../../../schemas/generated/events.js';
import type { Message, TokenUsage } from '../../../schemas/generated/types.js';
import { admitAside, estimatedCost, excessText, type Hold } from '../../agent/budget.js';
import { costField } from '../../agent/price.js';
import { askForTitle, titleMaterial, type Exchange, type TitleSource } from '../../agent/title.js';
import type { ModelBinding } from '../../agent/turn.js';
import { ApiError } from '../../errors.js';
import { estimateText } from '../../providers/tokens.js';
import { ProviderError } from '../../providers/provider.js';
import type { SessionDeps } from '../deps.js';
import { bindModel } from '../turns/binding.js';
import type { Budgets } from '../usage/budget.js';
import { modelOf } from '../turns/gate.js';
import type { Recorder } from '../live/record.js';
import type { LiveSession } from '../live/state.js';
import { maskSecrets } from '../prompts/text.js';
import { textsOf } from '../texts/texts.js';

/** Maximum number of turns from the beginning, and from the end, that a title is derived from. */
const turnsEachSide = 10;
/** Tokens of a request besides its material, and of the answer, as the budget estimates them beforehand. */
const titleBase = 100;
const titleOutput = 32;
/** Maximum characters of a prompt or answer that are used. */
const textLength = 20_000;
/** Milliseconds that an answer may take. */
const limitMs = 60_000;

export interface Titles {
  /** generates a title when the event that was just applied ended the first completed turn */
  follow(session: LiveSession, event: EventPayload): void;
  /** throws SESSION_TITLE_UNAVAILABLE */
  generate(session: LiveSession, request: { force: boolean; source: TitleSource }): Promise<string>;
  /** aborts the requests for a session that is unloaded */
  close(session: LiveSession): void;
}

interface TurnRow {
  turn_id: number;
  started_seq: number;
  ended_seq: number | null;
}

interface GivenTitle {
  title: string;
  title_kind: string;
}

export function createTitles(deps: SessionDeps & { budgets: Budgets }, record: Recorder): Titles {
  const asking = new WeakMap<LiveSession, Set<AbortController>>();
  const given = deps.db.prepare<[number], GivenTitle>('SELECT title, title_kind FROM sessions WHERE key = ?');
  const completed = deps.db.prepare<[number], { n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM turns WHERE session_key = ? AND agent_id = 'main' AND reason = 'completed' LIMIT 2)`,
  );
  const columns = 'SELECT turn_id, started_seq, ended_seq FROM turns';
  const condition = `WHERE session_key = ? AND agent_id = 'main' AND undone = 0 AND anchor = 1`;
  const first = deps.db.prepare<[number, number], TurnRow>(`${columns} ${condition} ORDER BY turn_id LIMIT ?`);
  const last = deps.db.prepare<[number, number, number], TurnRow>(
    `${columns} ${condition} AND turn_id > ? ORDER BY turn_id DESC LIMIT ?`,
  );
  const message = (role: 'user' | 'assistant', order: 'ASC' | 'DESC') =>
    deps.db.prepare<[number, number, number], { payload: string }>(
      `SELECT e.payload FROM messages m JOIN events e ON e.session_key = m.session_key AND e.seq = m.seq
       WHERE m.session_key = ? AND m.seq > ? AND m.seq <= ? AND m.agent_id = 'main' AND m.role = '${role}' AND m.undone = 0
         AND e.type = 'message.appended' AND json_valid(e.payload) ORDER BY m.seq ${order} LIMIT 1`,
    );
  const prompt = message('user', 'ASC');
  const answer = message('assistant', 'DESC');

  function textOf(row: { payload: string } | undefined): string {
    if (!row) return '';
    return maskSecrets(
      promptText((textsOf(deps.db).parse(row.payload) as { message: Message }).message.content).slice(0, textLength),
    );
  }

  function read(key: number, row: TurnRow): Exchange {
    const until = row.ended_seq ?? Number.MAX_SAFE_INTEGER;
    return {
      prompt: textOf(prompt.get(key, row.started_seq, until)),
      answer: textOf(answer.get(key, row.started_seq, until)),
    };
  }

  function materialOf({ ref: { key } }: LiveSession, source: TitleSource): string {
    const opening = first.all(key, turnsEachSide);
    const closing = source === 'digest' ? last.all(key, opening.at(-1)?.turn_id ?? 0, turnsEachSide).reverse() : [];
    return titleMaterial(source, {
      first: opening.map((row) => read(key, row)),
      last: closing.map((row) => read(key, row)),
    });
  }

  const isReplaceable = (session: LiveSession) => given.get(session.ref.key)?.title_kind === 'replaceable';

  /** Whether the user has set a title in the meantime, which takes precedence over the generated one. */
  function isRenamed({ ref: { key } }: LiveSession, before: GivenTitle | undefined): boolean {
    const now = given.get(key);
    return now?.title_kind === 'custom' && (before?.title_kind !== 'custom' || before.title !== now.title);
  }

  /** Records the usage of a title, whose cost counts like any other. */
  function reportUsage(session: LiveSession, { alias, price }: ModelBinding, usage: TokenUsage): void {
    if (session.dead) return;
    const cost = costField(price, usage);
    record(session, [{ type: 'request.usage', agentId: 'main', model: alias, usage, ...cost, purpose: 'title' }]);
  }

  /** Reserves the cost of a title; throws when the budget has no room, since a title is not worth a question. */
  function admitted(session: LiveSession, { price }: ModelBinding, material: string): Hold | undefined {
    const budget = deps.budgets.of(session, 'title');
    const input = estimateText(material) + titleBase;
    const cost = budget && estimatedCost(price, { input, cached: 0, output: titleOutput });
    if (budget === undefined || cost === undefined) return undefined;
    const admission = admitAside(budget, cost);
    if ('release' in admission) return admission;
    deps.logger.debug('a title was left out: the budget has no room for it', { session_id: session.ref.id });
    throw unavailable(excessText(admission));
  }

  /** Sends one request; records the title, unless another one was set in the meantime. */
  async function ask(session: LiveSession, source: TitleSource, force: boolean): Promise<string> {
    const main = session.agents.get('main');
    const material = materialOf(session, source);
    if (!main || material === '') throw unavailable('there is no prompt yet');
    // thinking would cost more than all the rest
    const model = await bindModel(deps, session, main, 'off');
    if (model.provider.protocol === 'offline') throw unavailable('the offline provider generates no titles');
    const hold = admitted(session, model, material);
    const before = given.get(session.ref.key);
    const controller = new AbortController();
    const open = asking.get(session) ?? new Set();
    asking.set(session, open.add(controller));
    const timer = setTimeout(() => controller.abort(new ProviderError('timeout', 'no answer in time')), limitMs);
    timer.unref();
    let found: string | undefined;
    try {
      const answer = await askForTitle(model, { material, sessionId: session.ref.id, signal: controller.signal });
      found = answer.title;
      reportUsage(session, model, answer.usage);
    } finally {
      clearTimeout(timer);
      open.delete(controller);
      hold?.release();
    }
    if (found === undefined) throw unavailable('the model answered with something else');
    if (session.dead) throw unavailable('the session was put away meanwhile');
    if ((!force && !isReplaceable(session)) || isRenamed(session, before))
      throw unavailable('the user has set a title meanwhile');
    const title = maskSecrets(found);
    const patch = { title, isCustomTitle: false, titleKind: 'generated' as const };
    record(session, [{ type: 'session.meta.updated', agentId: 'main', title, patch }]);
    return title;
  }

  return {
    follow(session, event) {
      if (event.type !== 'turn.ended' || event.agentId !== 'main' || event.reason !== 'completed') return;
      const main = session.agents.get('main');
      if (!main || main.unattended || session.closing || modelOf(session, main).startsWith('offline/')) return;
      if (!isReplaceable(session) || completed.get(session.ref.key)?.n !== 1) return;
      // after the events of the turn
      setImmediate(() => {
        if (session.dead || session.closing) return;
        ask(session, 'first_turn', false).catch((error: unknown) => {
          if (isExpected(error) || session.dead) return;
          deps.logger.error('a title could not be generated', { err: error, session_id: session.ref.id });
        });
      });
    },
    async generate(session, { force, source }) {
      if (!force && !isReplaceable(session))
        throw unavailable('the session has a title set by the user; force replaces it');
      try {
        return await ask(session, source, force);
      } catch (error) {
        if (error instanceof ProviderError) throw unavailable(error.message);
        if (error instanceof ApiError && error.errorName.startsWith('AUTH_')) throw unavailable(error.message);
        throw error;
      }
    },
    close(session) {
      for (const controller of asking.get(session) ?? [])
        controller.abort(new ProviderError('connection', 'the session was put away'));
    },
  };
}

/** Whether a failure is expected: it is not logged, and the title stays as it is. */
function isExpected(error: unknown): boolean {
  return error instanceof ProviderError || error instanceof ApiError;
}

function unavailable(message: string): ApiError {
  return new ApiError('SESSION_TITLE_UNAVAILABLE', { message });
}
