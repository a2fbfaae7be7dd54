/** Groups the items of a conversation into turns and steps (acp-cli.md 2.2). */
import type { ImportedStep, ImportedTurn } from '../../sessions/importing/importing.js';
import type { Item } from './conversation.js';

/** Drops everything before the first user message: no model accepts a conversation that begins otherwise. */
export function turnsOf(items: readonly Item[]): ImportedTurn[] {
  const turns: ImportedTurn[] = [];
  const calls = new Map<string, ImportedStep['calls'][number]>();
  let reply: string | undefined;
  for (const item of items) {
    if (item.kind === 'user') {
      reply = undefined;
      turns.push({ time: item.time, parts: item.parts, steps: [] });
      continue;
    }
    const turn = turns.at(-1);
    if (!turn) continue;
    if (item.kind === 'result') {
      const call = calls.get(item.id);
      if (call) call.result ??= { time: item.time, output: item.output, isError: item.isError };
      continue;
    }
    let step = reply === item.reply ? turn.steps.at(-1) : undefined;
    if (!step) {
      step = { time: item.time, model: item.model ?? 'unknown', text: '', calls: [] };
      turn.steps.push(step);
      reply = item.reply;
    }
    if (item.kind === 'assistant') step.text = step.text === '' ? item.text : `${step.text}\n\n${item.text}`;
    else {
      const call = { name: item.name, input: item.input };
      step.calls.push(call);
      calls.set(item.id, call);
    }
  }
  return turns;
}
