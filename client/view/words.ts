/** Texts that the views of calls add to the server's data: English here, other languages where a client has them. */
import { counted } from './format.js';

export const english = {
  runsIn: (runtime: string) => `runs in ${runtime}`,
  inBackground: () => 'background',
  limit: (duration: string) => `limit ${duration}`,
  appends: () => 'append',
  newFile: () => 'new file',
  doneWhen: (criterion: string) => `Done when: ${criterion}`,
  items: (n: number) => counted(n, 'item'),
  lines: (n: number) => counted(n, 'line'),
  files: (n: number) => counted(n, 'file'),
  matches: (n: number) => counted(n, 'match', 'matches'),
  steps: (n: number) => counted(n, 'step'),
  todosDone: (done: number, all: number) => `${done} of ${all} done`,
  rejected: () => 'rejected',
  interrupted: () => 'interrupted',
  movedToBackground: () => 'moved to background',
  exit: (code: number) => `exit ${code}`,
  error: () => 'error',
  refusedHost: (address: string, reason: string) => `The sandbox refused ${address} (${reason}).`,
  quarantined: (path: string) => `The sandbox moved ${path} to quarantine: it would configure programs outside.`,
};

export type Words = typeof english;
