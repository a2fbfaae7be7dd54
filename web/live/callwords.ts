/** The texts in views of tool calls, in the language of the page. */
import type { Words } from '../../client/view/words.js';
import { counted, formatNumber, text } from './text.js';

export const callWords: Words = {
  runsIn: (runtime) => text('call.runsIn', { runtime }),
  inBackground: () => text('call.background'),
  limit: (duration) => text('call.limit', { duration }),
  appends: () => text('call.appends'),
  newFile: () => text('call.newFile'),
  doneWhen: (criterion) => text('call.doneWhen', { criterion }),
  items: (n) => counted('call.items', n),
  lines: (n) => counted('call.lines', n),
  files: (n) => counted('call.files', n),
  matches: (n) => counted('call.matches', n),
  steps: (n) => counted('call.steps', n),
  todosDone: (done, all) => text('call.todosDone', { n: formatNumber(done), m: formatNumber(all) }),
  rejected: () => text('call.rejected'),
  interrupted: () => text('call.interrupted'),
  movedToBackground: () => text('call.movedToBackground'),
  exit: (code) => text('call.exit', { code }),
  error: () => text('call.error'),
  refusedHost: (address, reason) => text('call.refusedHost', { address, reason }),
  quarantined: (path) => text('call.quarantined', { path }),
};
