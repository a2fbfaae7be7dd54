/** Which turns and agents changed each file, without what was undone together with the file. */
import type { StoredRecord } from '../undo/records.js';

export interface Authors {
  turns: number[];
  agents: string[];
}

interface Contribution {
  turn: number;
  agent: string;
}

interface History {
  present: Contribution[];
  /** what undos took away, the last one at the end: a redo brings it back */
  undone: Contribution[][];
}

/** `turnsOf`: turns of the main agent that an undo took back. */
export function authorsOf(
  records: readonly StoredRecord[],
  turnsOf: (restoreId: string) => readonly number[],
): (path: string) => Authors {
  const histories = new Map<string, History>();
  const historyOf = (path: string): History => {
    let history = histories.get(path);
    if (!history) histories.set(path, (history = { present: [], undone: [] }));
    return history;
  };
  for (const record of records) {
    const { agentId: agent, mainTurnId: turn } = record;
    if (record.type === 'files.changing') {
      historyOf(record.path).present.push({ turn, agent });
      continue;
    }
    const gone = record.cause === 'undo' ? new Set(turnsOf(record.restoreId ?? '')) : undefined;
    for (const { path } of record.changes) {
      const history = historyOf(path);
      if (gone) {
        history.undone.push(history.present.filter((each) => gone.has(each.turn)));
        history.present = history.present.filter((each) => !gone.has(each.turn));
      } else if (record.cause === 'redo') history.present.push(...(history.undone.pop() ?? []));
      else if (record.cause === 'tool' || record.cause === 'background') history.present.push({ turn, agent });
    }
  }
  return (path) => {
    const present = histories.get(path)?.present ?? [];
    const turns = [...new Set(present.map(({ turn }) => turn))].filter((turn) => turn > 0);
    return { turns: turns.sort((a, b) => a - b), agents: [...new Set(present.map(({ agent }) => agent))].sort() };
  };
}
