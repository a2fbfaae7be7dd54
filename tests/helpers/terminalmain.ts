/** A small terminal program; tests check its use of the terminal and how it leaves the screen. */
import { renameSync, writeFileSync } from 'node:fs';
import { createScreen } from '../../client/tui/terminal/screen.js';
import { createTerminal } from '../../client/tui/terminal/terminal.js';

/** file where it notes that its timers run while it floods the terminal */
const facts = process.argv[2] ?? '';
const isLinear = process.env['LINEAR'] === '1';
const seen: string[] = [];
let count = 0;

const leave = async (code: number): Promise<never> => {
  screen.close();
  await terminal.close();
  process.exit(code);
};

const suspend = async (): Promise<void> => {
  screen.hold();
  await terminal.suspend();
  screen.release();
  note('continued');
};

const actions: Record<string, () => unknown> = {
  'ctrl+c': () => leave(0),
  'ctrl+z': suspend,
  v() {
    screen.hold();
    terminal.enterView();
    terminal.send('\x1b[Ha view');
  },
  e() {
    setImmediate(() => {
      throw new Error('on purpose');
    });
  },
  f: flood,
};

function flood(): void {
  setInterval(() => {
    for (let at = 0; at < 10; at += 1) screen.commit([`flood ${(count += 1)} ${'x'.repeat(100)}`]);
    writeFileSync(`${facts}.part`, JSON.stringify({ count, resident: process.memoryUsage().rss }));
    renameSync(`${facts}.part`, facts);
  }, 10);
}

const terminal = createTerminal({
  input: process.stdin,
  output: process.stdout,
  environment: process.env,
  isLinear,
  onKey({ name }) {
    note(name);
    void actions[name]?.();
  },
  onPaste: (text) => note(`paste ${text}`),
  onReport: (report) => note(`report ${report.kind}`),
  onResize(size) {
    screen.resize(size);
    note(`${size.columns}×${size.rows}`);
  },
  onGone: () => process.exit(129),
  onStop: () => void suspend(),
  onContinue() {
    screen.redraw();
    note('set up again');
  },
});
const screen = createScreen({
  write: terminal.write,
  size: terminal.size(),
  checkSize: terminal.checkSize,
  terminal: terminal.capabilities,
});

function note(text: string): void {
  if (isLinear) return;
  seen.push(text);
  const { columns, rows } = terminal.size();
  screen.draw({
    rows: [`pid ${process.pid} at ${columns}×${rows}`, `> ${seen.slice(-6).join(', ')}`, 'footer'],
    caret: { row: 1, column: 2 },
  });
}

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => void leave(code));
terminal.start();
if (isLinear) terminal.write('linear\r\n', () => undefined);
note('started');
