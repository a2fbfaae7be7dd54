/** Shared by the suites of the offline provider: tools, and a conversation with it. */
import { createProvider } from '../../daemon/providers/index.js';
import { type ModelMessage, type Provider } from '../../daemon/providers/provider.js';
import { collect, deps, request } from './fixtures.js';

const toolNames = [
  'Read',
  'Skill',
  'ReadMediaFile',
  'Write',
  'Edit',
  'Grep',
  'Glob',
  'Bash',
  'TodoList',
  'Agent',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'FetchURL',
  'WebSearch',
];

export const tools = toolNames.map((name) => ({ name, description: name, inputSchema: {} }));

export const person = (...texts: string[]): ModelMessage => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});

let session = 0;
/** Returns the cache key of a new session. */
export const newSession = (): string => `session_${(session += 1)}`;

export type Step = { text: string; thinking: string; calls: [string, unknown][]; reason: string | undefined };

export type Answer = (tool: string, input: unknown) => { output: string; isError?: boolean };

/** Runs steps like the loop: continues while there are calls or the reply is paused. */
export async function converse(
  provider: Provider,
  messages: ModelMessage[],
  options: { answer?: Answer; offered?: typeof tools } = {},
): Promise<Step[]> {
  const steps: Step[] = [];
  const cacheKey = newSession();
  for (let id = 0; steps.length < 30;) {
    const got = await collect(provider, request({ messages, tools: options.offered ?? tools, cacheKey }));
    const calls = got.calls.map((call) => ({
      id: `c${(id += 1)}`,
      name: call.name ?? '',
      input: JSON.parse(call.arguments) as Record<string, unknown>,
    }));
    steps.push({
      text: got.text,
      thinking: got.thinking,
      calls: calls.map(({ name, input }) => [name, input]),
      reason: got.finish?.reason,
    });
    messages.push({
      role: 'assistant',
      content: [
        ...(got.text === '' ? [] : [{ type: 'text' as const, text: got.text }]),
        ...calls.map((call) => ({
          type: 'tool_use' as const,
          tool_call_id: call.id,
          tool_name: call.name,
          input: call.input,
        })),
      ],
    });
    if (calls.length > 0) {
      messages.push({
        role: 'tool',
        content: calls.map((call) => {
          const { output, isError } = options.answer?.(call.name, call.input) ?? { output: 'fine' };
          return {
            type: 'tool_result' as const,
            tool_call_id: call.id,
            output,
            ...(isError ? { is_error: true } : {}),
          };
        }),
      });
    } else if (got.finish?.reason !== 'paused') {
      return steps;
    }
  }
  throw new Error('the conversation did not end');
}

export const offline = createProvider({ type: 'offline' }, deps);
