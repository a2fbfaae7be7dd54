/** Tracks a session's tool calls for the editor: announces each once and ends each (acp-cli.md 1.10, 1.11). */
import type { Approval, ToolUpdate } from '../../schemas/generated/types.js';
import type { EventFrame } from '../api/stream.js';
import {
  contentOf,
  contentOfResult,
  kindOf,
  outputText,
  placesOf,
  placesOfResult,
  shownInput,
  tail,
  titleOf,
  type Place,
} from './callcontent.js';
import type { CallContent, CallNews, Update } from './update.js';

type Frame<T extends EventFrame['type']> = Extract<EventFrame, { type: T }>;

interface Call {
  id: string;
  agentId: string;
  step: number | undefined;
  tool: string;
  isAnnounced: boolean;
  isStarted: boolean;
  /** the user refused it: its start and failure still follow, but it does not run */
  isRefused: boolean;
  /** whether the editor already shows the whole change */
  hasWholeEdit: boolean;
  /** the tail of the live output so far */
  output: string;
  lastShownAt: number;
  hasTerminal: boolean;
  /** last actions of the subagents that this call started */
  actions: string[];
}

export interface CallsOptions {
  cwd: string;
  now: () => number;
  /** whether the editor draws live output as a terminal */
  hasTerminals: boolean;
  /** whether reads and searches of subagents are shown too */
  showsSubagents: boolean;
}

/** Data of a call that an approval does not contain. */
export interface AskedCall {
  input?: Readonly<Record<string, unknown>>;
  whole?: { content: readonly CallContent[]; place: Place };
}

export interface Calls {
  delta(frame: Frame<'tool.call.delta'>): Update[];
  started(frame: Frame<'tool.call.started'>): Update[];
  progress(frame: Frame<'tool.progress'>): Update[];
  result(frame: Frame<'tool.result'>): Update[];
  /** fails the calls that a repeated or aborted step announced but did not begin */
  dropped(agentId: string, turnId: number, step: number): Update[];
  /** Records that the user refused or changed the call of an approval. */
  decided(resolved: Frame<'event.approval.resolved'>['payload']): void;
  /** Announces the call of an approval, unless it is already announced; `whole` is its change. */
  asked(approval: Approval, more: AskedCall): CallNews;
  spawned(frame: Frame<'subagent.spawned'>): void;
  /** Registers a call of a turn that the editor already shows. */
  adopt(agentId: string, turnId: number, callId: string, tool: string): void;
  idOf(agentId: string, turnId: number | undefined, callId: string): string;
}

/** Minimum time between two live texts in milliseconds. */
const textMs = 1_000;
const terminalMs = 250;
const mostLive = 32 * 1024;
const mostActions = 5;
const quiet: readonly string[] = ['read', 'search', 'fetch', 'think', 'switch_mode'];

export function createCalls({ cwd, now, hasTerminals, showsSubagents }: CallsOptions): Calls {
  const calls = new Map<string, Call>();
  const byApproval = new Map<string, Call>();
  /** ids of the calls that started agents, by agent */
  const parents = new Map<string, string>();

  function idOf(agentId: string, turnId: number | undefined, callId: string): string {
    const own = `${turnId ?? 0}:${callId}`;
    return agentId === 'main' ? own : `${agentId}:${own}`;
  }

  function callOf(agentId: string, turnId: number | undefined, callId: string, tool: string, step?: number): Call {
    const id = idOf(agentId, turnId, callId);
    let call = calls.get(id);
    if (!call) {
      const state = { isAnnounced: false, isStarted: false, isRefused: false, hasWholeEdit: false, hasTerminal: false };
      call = { id, agentId, step, tool, ...state, output: '', lastShownAt: -Infinity, actions: [] };
      calls.set(id, call);
    }
    call.step ??= step;
    return call;
  }

  /** Hides reads and searches of subagents, which are steps of the call that started them. */
  function isHidden({ agentId, tool, isAnnounced }: Call): boolean {
    return agentId !== 'main' && !isAnnounced && !showsSubagents && quiet.includes(kindOf(tool));
  }

  function newsOf(call: Call, news: Omit<CallNews, 'id' | 'isNew'>): CallNews {
    const isNew = !call.isAnnounced;
    call.isAnnounced = true;
    const parent = parents.get(call.agentId);
    const agent = {
      agentId: call.agentId,
      ...(parent !== undefined && { parentToolCallId: parent }),
    };
    const first = isNew ? { tool: call.tool, kind: kindOf(call.tool), title: call.tool } : {};
    const meta = isNew && call.agentId !== 'main' ? { agent } : {};
    return { ...first, ...meta, ...news, id: call.id, isNew };
  }

  function show(call: Call, news: Omit<CallNews, 'id' | 'isNew'>, isLive = false): Update {
    return { kind: 'call', call: newsOf(call, news), ...(isLive && { isLive }) };
  }

  /** Adds an action of an agent as a line of the call that started it. */
  function noteAction(call: Call, title: string): Update[] {
    const parent = calls.get(parents.get(call.agentId) ?? '');
    if (!parent) return [];
    parent.actions = [...parent.actions, title].slice(-mostActions);
    if (isHidden(parent)) return noteAction(parent, title);
    return [show(parent, { content: [{ kind: 'text', text: parent.actions.join('\n') }] }, true)];
  }

  function terminalOf(call: Call): CallContent[] {
    return [{ kind: 'terminal', id: call.id }];
  }

  function liveText(call: Call, { text = '', replace }: ToolUpdate): Update[] {
    call.output = tailOf(replace ? text : call.output + text);
    const isDue = now() - call.lastShownAt >= textMs;
    if (!isDue) return [];
    call.lastShownAt = now();
    return [show(call, { content: [{ kind: 'text', text: call.output }] }, true)];
  }

  function liveTerminal(call: Call, text: string): Update[] {
    call.output += text;
    if (now() - call.lastShownAt < terminalMs) return [];
    return flushTerminal(call);
  }

  function flushTerminal(call: Call): Update[] {
    if (call.output === '') return [];
    call.lastShownAt = now();
    const piece = call.output;
    call.output = '';
    return [show(call, { terminal: [{ kind: 'output', text: piece }] }, true)];
  }

  return {
    idOf,
    delta({ payload: { agentId, turnId, step, toolCallId, name } }) {
      if (name === undefined) return [];
      const call = callOf(agentId, turnId, toolCallId, name, step);
      if (call.isAnnounced || agentId !== 'main') return [];
      return [show(call, { status: 'pending' })];
    },
    started({ payload }) {
      const { agentId, turnId, step, toolCallId, name, args, description, display } = payload;
      const call = callOf(agentId, turnId, toolCallId, name, step);
      call.isStarted = true;
      const title = titleOf(name, display, description, cwd);
      const lines = agentId === 'main' ? [] : noteAction(call, title);
      if (isHidden(call)) return lines;
      const isTerminal = hasTerminals && name === 'Bash';
      const before = call.hasWholeEdit ? undefined : contentOf(display, cwd);
      const content = isTerminal ? terminalOf(call) : before;
      const places = placesOf(display, cwd);
      call.hasTerminal = isTerminal;
      const where = display?.kind === 'command' ? (display.cwd ?? cwd) : cwd;
      return [
        show(call, {
          ...(!call.isRefused && { status: 'in_progress' }),
          title,
          input: shownInput(args),
          ...(content && { content }),
          ...(places && !call.hasWholeEdit && { locations: places }),
          ...(isTerminal && { terminal: [{ kind: 'begun', cwd: where }] }),
        }),
        ...lines,
      ];
    },
    progress({ payload: { agentId, turnId, toolCallId, update } }) {
      const call = calls.get(idOf(agentId, turnId, toolCallId));
      if (!call || isHidden(call) || !update.text) return [];
      return call.hasTerminal ? liveTerminal(call, update.text) : liveText(call, update);
    },
    result({ payload }) {
      const { agentId, turnId, step, toolCallId, output, isError, display } = payload;
      const id = idOf(agentId, turnId, toolCallId);
      const call = calls.get(id) ?? callOf(agentId, turnId, toolCallId, 'Tool', step);
      if (isHidden(call)) {
        calls.delete(id);
        return [];
      }
      const rest = call.hasTerminal ? flushTerminal(call) : [];
      const exitCode = display?.kind === 'command_output' ? display.exit_code : null;
      const places = placesOfResult(display, cwd);
      const keeps = call.hasTerminal || (call.hasWholeEdit && isError !== true);
      const end = show(call, {
        status: isError ? 'failed' : 'completed',
        ...(!keeps && { content: contentOfResult(output, display, cwd) }),
        ...(places && { locations: places }),
        output: outputText(output),
        ...(call.hasTerminal && { terminal: [{ kind: 'ended', exitCode }] }),
      });
      if (![...parents.values()].includes(id)) calls.delete(id);
      for (const [approvalId, each] of byApproval) if (each === call) byApproval.delete(approvalId);
      return [...rest, end];
    },
    dropped(agentId, turnId, step) {
      const prefix = idOf(agentId, turnId, '');
      const lost = [...calls.values()].filter(
        (call) => call.id.startsWith(prefix) && call.agentId === agentId && call.step === step && !call.isStarted,
      );
      for (const { id } of lost) calls.delete(id);
      return lost.filter(({ isAnnounced }) => isAnnounced).map((call) => show(call, { status: 'failed' }));
    },
    decided({ approval_id: id, decision, amended }) {
      const call = byApproval.get(id);
      if (!call) return;
      if (amended) call.hasWholeEdit = false;
      call.isRefused = decision !== 'approved';
    },
    asked(approval, { whole, input }) {
      const { agent_id, turn_id, tool_call_id, tool_name, action, tool_input_display: display } = approval;
      const call = callOf(agent_id, turn_id, tool_call_id, tool_name);
      call.hasWholeEdit ||= whole !== undefined;
      byApproval.set(approval.approval_id, call);
      const content = whole?.content ?? contentOf(display, cwd);
      const places = whole ? [whole.place] : placesOf(display, cwd);
      return newsOf(call, {
        status: 'pending',
        tool: tool_name,
        kind: kindOf(tool_name),
        title: titleOf(tool_name, display, display.kind === 'command' ? undefined : action, cwd),
        ...(content && { content }),
        ...(places && { locations: places }),
        ...(input && { input: shownInput(input) }),
      });
    },
    spawned({ payload: { agentId, subagentId, parentToolCallId, callerAgentId = agentId } }) {
      const parent = [...calls.values()].find(
        ({ id, agentId: of }) => of === callerAgentId && id.endsWith(`:${parentToolCallId}`),
      );
      if (parent) parents.set(subagentId, parent.id);
    },
    adopt(agentId, turnId, callId, tool) {
      Object.assign(callOf(agentId, turnId, callId, tool), { isAnnounced: true, isStarted: true });
    },
  };
}

function tailOf(text: string): string {
  return text.length > mostLive * 2 ? tail(text, mostLive) : text;
}
