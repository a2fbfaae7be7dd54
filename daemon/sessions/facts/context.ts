/** The context of an agent: the messages that its model sees, their tokens, and the ids of its calls. */
import type { EventPayloads } from '../../../schemas/generated/events.js';
import type { Message } from '../../../schemas/generated/types.js';
import { addToGauge, gaugeOf, takeCount } from '../../agent/fill.js';
import type { ContextCopy } from '../messages/messages.js';
import { toolMessage } from '../messages/toolmessage.js';
import type { LiveAgent } from '../live/state.js';
import { textsOf } from '../texts/texts.js';
import { setsAgent, type Fact, type LogPosition } from './fact.js';

type StepUsage = EventPayloads['step.usage'];

export const context = {
  agent: {
    'message.appended': (agent, { message }) => {
      addEntry(agent, message);
      if (message.role !== 'assistant') return;
      agent.counts.assistantMessages += 1;
      agent.counts.sinceTodo += 1;
      agent.counts.sincePlanNote += 1;
      noteCalls(agent, message);
    },
    'tool.result': (agent, event, time) => addEntry(agent, toolMessage(event.sessionId, event, time)),
    'step.usage': noteWriter,
    'context.copied': (agent, event, _time, session) => {
      const entries = copied(session.agents.get('main'), event);
      agent.entries.push(...entries);
      for (const { message } of entries) noteCalls(agent, message);
      recount(agent);
    },
  },
  tables(db) {
    const texts = textsOf(db);
    const anchor = setsAgent(db, 'anchor');
    const copy = setsAgent(db, 'copied');
    const counted = db.prepare<[number, string], string>(lastCount('?', '?')).pluck();
    /** Restores the token count up to the last remaining message that has one (engine.md 2.7). */
    const rewound = ({ key, agent }: LogPosition) => void anchor.run(counted.get(key, agent) ?? null, key, agent);
    return {
      'step.usage': ({ key, agent }, event) => {
        if (event.messageId !== undefined) anchor.run(JSON.stringify(anchorOf(event, event.messageId)), key, agent);
      },
      'context.undone': rewound,
      'context.redone': rewound,
      'context.copied': ({ key, agent, session }, { messageIds, kept }) =>
        void copy.run(texts.json(session, { messageIds, kept }), key, agent),
    };
  },
  load(db, messages) {
    const texts = textsOf(db);
    return {
      agent(agent, row, session) {
        // a compaction also replaces copied messages
        const copy =
          row.copied === null || row.compacted !== null ? undefined : (texts.parse(row.copied) as ContextCopy);
        agent.entries = [...(copy ? messages.copied(session, copy) : []), ...messages.context(session, row.agent_id)];
        if (row.anchor === null) delete agent.anchor;
        else agent.anchor = JSON.parse(row.anchor) as NonNullable<LiveAgent['anchor']>;
        recount(agent);
        for (const { message } of agent.entries) noteCalls(agent, message);
      },
    };
  },
  fork: {
    agent: {
      copied: 'replace(copied, @old, @new)',
      anchor: `CASE WHEN @whole THEN anchor ELSE (${lastCount('@to', 'a.agent_id')}) END`,
    },
  },
  undo: { reread: true },
} satisfies Fact;

/** Counts the context again after it was replaced. */
function recount(agent: LiveAgent): void {
  agent.gauge = gaugeOf(agent.entries, agent.anchor?.messageId, agent.gauge);
}

/** Removes a cut-off answer before the turn is retried; otherwise its text would appear twice (engine.md 2.7). */
export function dropCutOff(agent: LiveAgent): void {
  if (!agent.entries.at(-1)?.message.metadata?.partial) return;
  agent.entries.pop();
  recount(agent);
}

function copied(
  from: LiveAgent | undefined,
  { messageIds, kept = [] }: EventPayloads['context.copied'],
): LiveAgent['entries'] {
  const wanted = new Set([...kept.map(({ id }) => id), ...messageIds]);
  return from?.entries.filter(({ message }) => wanted.has(message.id)) ?? [];
}

function addEntry(agent: LiveAgent, message: Message): void {
  agent.entries.push({ message });
  addToGauge(agent.gauge, message);
}

function noteCalls({ usedCalls }: LiveAgent, { content }: Message): void {
  for (const part of content) if (part.type === 'tool_use') usedCalls.add(part.tool_call_id);
}

function noteWriter(agent: LiveAgent, event: StepUsage): void {
  const { messageId, family, usage } = event;
  if (messageId === undefined) return;
  const at = agent.entries.findLastIndex(({ message }) => message.id === messageId);
  const entry = agent.entries[at];
  if (entry) entry.family = family;
  agent.anchor = anchorOf(event, messageId);
  takeCount(agent.gauge, agent.anchor.tokens - usage.output, at < 0 ? [] : agent.entries.slice(at));
}

/** The token count that a step reports for the context up to its message (engine.md 10.1). */
function anchorOf({ model, usage }: StepUsage, messageId: string): NonNullable<LiveAgent['anchor']> {
  const cached = usage.inputCacheRead + usage.inputCacheCreation;
  return {
    messageId,
    tokens: usage.inputOther + cached + usage.output,
    last: { model, cached, output: usage.output },
  };
}

/** SQL for the last token count of a context, by a step or a compaction, whose message was not undone. */
function lastCount(key: string, agentId: string): string {
  const usage = ['inputOther', 'output', 'inputCacheRead', 'inputCacheCreation'];
  const sum = usage.map((name) => `json_extract(e.payload, '$.usage.${name}')`).join(' + ');
  return `SELECT json_object('messageId', m.id, 'tokens', coalesce(json_extract(e.payload, '$.tokens'), ${sum})) AS anchor
    FROM events e JOIN messages m ON m.session_key = e.session_key AND m.id = json_extract(e.payload, '$.messageId')
    WHERE e.session_key = ${key} AND e.agent_id = ${agentId} AND e.type IN ('step.usage', 'context.compacted') AND m.undone = 0
    ORDER BY e.seq DESC LIMIT 1`;
}
