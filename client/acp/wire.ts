/** Writes updates in version 1 of the protocol (acp-cli.md 1.10, 1.11). */
import type { SessionConfigOption, SessionUpdate, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { ownMeta, type EditorCapabilities } from './capabilities.js';
import type { CallContent, CallNews, Option, Update } from './update.js';

const chunks = { user: 'user_message_chunk', answer: 'agent_message_chunk', thought: 'agent_thought_chunk' } as const;
const planStatus = { pending: 'pending', in_progress: 'in_progress', done: 'completed' } as const;

/** Returns undefined for an update that this editor cannot show. */
export function updateOnWire(update: Update, capabilities: EditorCapabilities): SessionUpdate | undefined {
  switch (update.kind) {
    case 'text': {
      const { of, messageId, text, origin } = update;
      const meta = origin === undefined ? {} : { _meta: { [ownMeta]: { origin } } };
      return { sessionUpdate: chunks[of], messageId, content: { type: 'text', text }, ...meta };
    }
    case 'image': {
      const { of, messageId, data, mimeType } = update;
      return { sessionUpdate: chunks[of], messageId, content: { type: 'image', data, mimeType } };
    }
    case 'call':
      return callOnWire(update.call);
    case 'plan':
      return {
        sessionUpdate: 'plan',
        entries: update.todos.map(({ title, status }) => ({
          content: title,
          priority: 'medium',
          status: planStatus[status],
        })),
      };
    case 'mode':
      return { sessionUpdate: 'current_mode_update', currentModeId: update.id };
    case 'options':
      return { sessionUpdate: 'config_option_update', configOptions: update.options.map(optionOnWire) };
    case 'usage': {
      const { used, size, costUsd } = update;
      const cost = costUsd === undefined ? {} : { cost: { amount: costUsd, currency: 'USD' } };
      return { sessionUpdate: 'usage_update', used, size, ...cost };
    }
    case 'info': {
      const { title, updatedAt } = update;
      return { sessionUpdate: 'session_info_update', ...(title !== undefined && { title }), updatedAt };
    }
    case 'commands':
      return {
        sessionUpdate: 'available_commands_update',
        availableCommands: update.commands.map(({ name, description, hint }) => ({
          name,
          description,
          ...(hint !== undefined && { input: { hint } }),
        })),
      };
    case 'notice':
      return noticeOnWire(update, capabilities);
    case 'compaction': {
      if (!capabilities.compaction) return undefined;
      const { id: compactionId, status, summary } = update;
      const text = summary === undefined ? {} : { summary: [{ type: 'text' as const, text: summary }] };
      return { sessionUpdate: 'compaction_update', compactionId, status, ...text };
    }
  }
}

/** Returns the key of an update of which a slow editor needs only the last one. */
export function stateKey(update: Update): string | undefined {
  if (update.kind === 'call') return update.isLive && !update.call.terminal ? `call ${update.call.id}` : undefined;
  return ['plan', 'mode', 'options', 'usage', 'info', 'commands'].includes(update.kind) ? update.kind : undefined;
}

function noticeOnWire(
  { id, severity, title, description }: Extract<Update, { kind: 'notice' }>,
  { notices }: EditorCapabilities,
): SessionUpdate {
  if (notices) return { sessionUpdate: 'notice', severity, title, ...(description !== undefined && { description }) };
  const lines = [title, ...(description === undefined ? [] : [description])].join('\n').split('\n');
  const text = lines.map((line) => `> ${line}`).join('\n');
  return { sessionUpdate: 'agent_message_chunk', messageId: id, content: { type: 'text', text: `${text}\n` } };
}

function callOnWire(call: CallNews): SessionUpdate {
  const { title, ...fields } = callFields(call);
  return call.isNew
    ? { sessionUpdate: 'tool_call', status: 'pending', ...fields, title: title ?? call.tool ?? '' }
    : { sessionUpdate: 'tool_call_update', ...fields, ...(title !== undefined && { title }) };
}

/** Returns the fields of a call that updates and permission requests share. */
export function callFields(call: CallNews): Omit<
  ToolCallUpdate,
  'title' | 'kind' | 'status' | 'content' | 'locations'
> & {
  title?: string;
  kind?: NonNullable<ToolCallUpdate['kind']>;
  status?: NonNullable<ToolCallUpdate['status']>;
  content?: ToolCallContent[];
  locations?: { path: string; line?: number }[];
} {
  const { id, title, tool, kind, status, content, locations, input, output } = call;
  const meta = callMeta(call);
  return {
    toolCallId: id,
    ...(title !== undefined && { title }),
    ...(tool !== undefined && { name: tool }),
    ...(kind !== undefined && { kind }),
    ...(status !== undefined && { status }),
    ...(content && { content: content.map(contentOnWire) }),
    ...(locations && { locations: [...locations] }),
    ...(input !== undefined && { rawInput: input }),
    ...(output !== undefined && { rawOutput: { output } }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

function callMeta({ id, agent, terminal = [] }: CallNews): Record<string, unknown> {
  const meta: Record<string, unknown> = agent ? { [ownMeta]: agent } : {};
  let data = '';
  for (const news of terminal)
    switch (news.kind) {
      case 'begun':
        meta['terminal_info'] = { terminal_id: id, ...(news.cwd !== undefined && { cwd: news.cwd }) };
        break;
      case 'output':
        data += news.text;
        meta['terminal_output'] = { terminal_id: id, data };
        break;
      case 'ended':
        meta['terminal_exit'] = { terminal_id: id, exit_code: news.exitCode, signal: null };
    }
  return meta;
}

function contentOnWire(content: CallContent): ToolCallContent {
  switch (content.kind) {
    case 'text':
      return { type: 'content', content: { type: 'text', text: content.text } };
    case 'diff':
      return { type: 'diff', path: content.path, oldText: content.before, newText: content.after };
    case 'image':
      return { type: 'content', content: { type: 'image', data: content.data, mimeType: content.mimeType } };
    case 'terminal':
      return { type: 'terminal', terminalId: content.id };
  }
}

export function optionOnWire({ id, name, category, value, values }: Option): SessionConfigOption {
  const groups = [...new Set(values.map(({ group }) => group))];
  const plain = (group: string | undefined) =>
    values
      .filter((each) => each.group === group)
      .map(({ value: each, name: label, description }) => ({
        value: each,
        name: label,
        ...(description !== undefined && { description }),
      }));
  const options =
    groups.length > 1 ? groups.map((group = '') => ({ group, name: group, options: plain(group) })) : plain(groups[0]);
  return { type: 'select', id, name, category, currentValue: value, options };
}
