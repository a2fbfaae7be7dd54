/** The terminal UI in a test: the real program on a pseudoterminal, in the place of the test. */
import { expect } from '@jest/globals';
import { join } from 'node:path';
import { startInPty, type Pty, type PtyOptions } from '../helpers/pty.js';
import { findForbidden } from '../helpers/terminalbytes.js';
import { root, type Place } from './program.js';

export interface Terminals {
  start(args?: readonly string[], options?: PtyOptions): Pty;
  /** Starts it, and answers the question of the first start of a home. */
  ready(args?: readonly string[], options?: PtyOptions): Promise<Pty>;
  /** Ends all of them; each has sent nothing that is forbidden. */
  close(): void;
}

export function terminalsIn(place: () => Place): Terminals {
  let open: Pty[] = [];

  function start(args: readonly string[] = [], { environment, ...rest }: PtyOptions = {}): Pty {
    const { cwd, env } = place();
    const ui = startInPty(process.execPath, [join(root, 'bin/agent.js'), ...args], {
      cwd,
      columns: 100,
      rows: 30,
      ...rest,
      environment: { ...env, ...environment },
    });
    open.push(ui);
    return ui;
  }

  return {
    start,
    async ready(args, options) {
      const ui = start(args, options);
      const [asked] = await ui.waitFor(/No model provider[^]*^> 1\.|offline\/echo answers/m, 30_000);
      if (asked.startsWith('No model')) ui.type('3');
      await ui.waitFor(/offline\/echo answers[^]*^offline\/echo/m, 20_000);
      return ui;
    },
    close() {
      const ended = open;
      open = [];
      for (const ui of ended) ui.close();
      for (const ui of ended) expect(findForbidden(ui.bytes())).toEqual([]);
    },
  };
}
