/** Where the user was in the transcript of each session: kept over a reload of the page in its tab (web.md 3.1). */

/** A row is found again whatever heights the rows around it have, and however much is loaded. */
export interface Position {
  /** of the row at the upper edge */
  key: string;
  /** px of it that are above the edge */
  offset: number;
}

const storageKey = 'agent.positions';
const mostKept = 50;

/** session id → position, the one that was set last at the end; absent: at the end of the transcript */
const positions = new Map<string, Position>(read());

function read(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Position][];
  } catch {
    // torn, or storage is switched off
    return [];
  }
}

export const positionOf = (id: string): Position | undefined => positions.get(id);

export function setPosition(id: string, position: Position | undefined): void {
  positions.delete(id);
  if (position) positions.set(id, position);
}

addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-mostKept)));
  } catch {
    // storage is full or switched off: each session opens at its end after a reload
  }
});
