/** The terminal of the process: raw mode and modes, size, output and input (tui.md 2.7, 2.8, 4.2). */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import { noteName, readCapabilities, type Capabilities } from './capabilities.js';
import { createKeys, type KeysDeps } from './keys.js';
import { askBackground, cleared, modesOff, modesOn, questions, useKitty, viewOff, viewOn } from './modes.js';
import type { Report } from './reports.js';
import type { Size, Writer } from './screen.js';
import { startWatcher, type Watcher } from './watcher.js';

export interface Terminal {
  /** Changes when answers of the terminal arrive. */
  readonly capabilities: Capabilities;
  size(): Size;
  /** Enters raw mode, switches the modes on, and sends the queries. */
  start(): void;
  /** Returns whether the terminal can still be written and read. */
  isThere(): boolean;
  write: Writer;
  /** Sends output besides frames: a title, a notification. */
  send(text: string): void;
  /** Queries the size again and reports a change. */
  checkSize(): void;
  /** Queries the size and reports it even if it is unchanged. */
  refreshSize(): void;
  askBackground(): void;
  /** Enters the alternate screen. */
  enterView(): void;
  leaveView(): void;
  /** Hands the terminal to another program, with its original settings and without modes. */
  pause(): Promise<void>;
  /** `isLeft`: the other program ended without restoring the terminal. */
  resume(isLeft?: boolean): void;
  /** Restores the terminal and stops only this process; returns when the process continues. */
  suspend(): Promise<void>;
  /** Restores the terminal for good. Waits briefly for a terminal that does not read; returns whether it read. */
  close(): Promise<boolean>;
  /** Does the same immediately, for a process that fails. */
  restore(): void;
}

export interface TerminalDeps extends KeysDeps {
  input: ReadStream;
  output: WriteStream & { fd: number };
  environment: Readonly<Record<string, string | undefined>>;
  /** Whether no escape sequences are sent (tui.md 3.24). */
  isLinear?: boolean;
  onResize: (size: Size) => void;
  /** Called when the terminal no longer exists. */
  onGone: () => void;
  /** Called when SIGTSTP comes from outside: the caller suspends as for a key. */
  onStop?: () => void;
  /** Called when another process stopped and continued this one: the terminal is set up again and must be redrawn. */
  onContinue?: () => void;
}

/** Maximum wait at the end for a terminal that does not read, in milliseconds. */
const leaveTime = 500;
/** Wait at the end for pending answers, in milliseconds; later ones would become input of the shell. */
const answerTime = 150;

export function createTerminal(deps: TerminalDeps): Terminal {
  const { input, output, environment, isLinear = false } = deps;
  const capabilities = readCapabilities(environment);
  let isOn = false;
  let isInView = false;
  let isClosed = false;
  let isGone = false;
  let settings = '';
  let watcher: Watcher | undefined;
  let isWatcherDue = true;
  let askedAt: number | undefined;

  const onReport = (report: Report): void => {
    if (report.kind === 'name') noteName(capabilities, report.name);
    if (report.kind === 'attributes') askedAt = undefined;
    if (report.kind === 'keyboard' && !capabilities.kitty && !isLinear) {
      capabilities.kitty = true;
      if (isOn) send(useKitty);
      watch();
    }
    deps.onReport(report);
  };
  const keys = createKeys({ ...deps, onReport });
  const onData = (chunk: Uint8Array): void => {
    if (isOn) keys.write(chunk);
  };
  const size = (): Size => ({ columns: output.columns || 80, rows: output.rows || 24 });
  /** Makes Node check the size and emit a change. */
  const checkSize = (): void => (output as WriteStream & { _refreshSize?: () => void })._refreshSize?.();
  const onSize = (): void => {
    if (isOn) deps.onResize(size());
  };
  const onGone = (): void => {
    isGone = true;
    if (!isClosed) deps.onGone();
  };
  const onStop = (): void => deps.onStop?.();
  const onContinue = (): void => {
    if (!isOn) return;
    // another program may have changed the settings meanwhile
    watcher?.rest();
    input.setRawMode(false);
    turnOn();
    deps.onContinue?.();
  };

  const write: Writer = (text, done) => {
    output.write(text, (error) => {
      if (!error) done();
    });
    // the watcher must run before the UI can be killed, but no frame waits for it
    if (isWatcherDue) setImmediate(startWatching);
  };
  const send = (text: string): void => {
    if (text !== '') output.write(text);
  };
  const off = (): string => (isLinear ? '' : modesOff(capabilities, isInView));

  const startWatching = (): void => {
    if (!isWatcherDue || isClosed || !isOn) return;
    isWatcherDue = false;
    withTerminal((terminal) => {
      watcher = startWatcher(terminal);
    });
    keepWriting(output);
    watch();
  };
  const watch = (): void => {
    // also erases what is left of the live region below the cursor
    if (isOn) watcher?.watch(isLinear ? '' : `${off()}${isInView ? '' : '\x1b[J'}`, settings);
  };

  /** Settings that another program left are not used as those to restore at the end. */
  const turnOn = (own = readSettings()): void => {
    settings = own;
    keepWriting(output);
    input.setRawMode(true);
    input.resume();
    isOn = true;
    if (!isLinear) send(modesOn(capabilities) + (isInView ? viewOn(capabilities) : ''));
    watch();
  };
  /** Returns whether the terminal has taken everything; if not, the watcher process sends it at the end. */
  const turnOff = async (): Promise<boolean> => {
    if (!isOn) return true;
    const isTaken = await new Promise<boolean>((done) => {
      const timer = setTimeout(() => done(false), leaveTime);
      output.write(off(), () => {
        clearTimeout(timer);
        done(true);
      });
    });
    if (askedAt !== undefined) await waitForAnswers();
    isOn = false;
    if (isTaken) watcher?.rest();
    input.setRawMode(false);
    input.pause();
    return isTaken;
  };
  const waitForAnswers = async (): Promise<void> => {
    const end = (askedAt ?? 0) + answerTime;
    while (askedAt !== undefined && performance.now() < end) await new Promise((next) => setTimeout(next, 5));
  };
  /** Restores the terminal at the exit of the process, whatever causes it. */
  const restoreNow = (): void => {
    if (isClosed || !isOn) return;
    try {
      writeSync(output.fd, off());
      input.setRawMode(false);
      watcher?.end();
    } catch (error) {
      // the terminal does not read or is gone: the watcher does what is possible
      if (!/^(?:EAGAIN|EIO|EBADF)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };

  return {
    capabilities,
    size,
    isThere: () => !isGone,
    write,
    send,
    start() {
      input.on('data', onData);
      for (const name of ['end', 'close', 'error']) input.on(name, onGone);
      output.on('error', onGone);
      output.on('resize', onSize);
      process.on('SIGCONT', onContinue);
      if (deps.onStop) process.on('SIGTSTP', onStop);
      process.on('exit', restoreNow);
      turnOn();
      if (!capabilities.answers || isLinear) return;
      askedAt = performance.now();
      send(questions(capabilities));
    },
    checkSize,
    refreshSize() {
      const before = size();
      checkSize();
      const { columns, rows } = size();
      if (columns === before.columns && rows === before.rows) onSize();
    },
    askBackground() {
      if (capabilities.answers && !capabilities.console && !isLinear && isOn) send(askBackground);
    },
    enterView() {
      if (isInView || isLinear) return;
      send(viewOn(capabilities));
      isInView = true;
      watch();
    },
    leaveView() {
      if (!isInView) return;
      send(viewOff(capabilities));
      isInView = false;
      watch();
    },
    async pause() {
      await turnOff();
    },
    resume(isLeft = false) {
      if (isOn || isClosed) return;
      writeSettings(settings);
      if (isLeft && !isLinear) send(cleared);
      turnOn(settings);
      this.refreshSize();
    },
    restore: restoreNow,
    async suspend() {
      await turnOff();
      await new Promise<void>((done) => {
        // a signal handler alone does not keep the process alive
        const timer = setTimeout(() => undefined, 2 ** 31 - 1);
        process.once('SIGCONT', () => {
          clearTimeout(timer);
          done();
        });
        process.kill(process.pid, 'SIGSTOP');
      });
      if (isOn || isClosed) return;
      turnOn();
      this.refreshSize();
    },
    async close() {
      if (isClosed) return true;
      const isTaken = await turnOff();
      isClosed = true;
      if (isTaken) watcher?.end();
      keys.close();
      input.off('data', onData);
      output.off('resize', onSize);
      process.off('SIGCONT', onContinue);
      process.off('SIGTSTP', onStop);
      process.off('exit', restoreNow);
      return isTaken;
    },
  };
}

/**
 * Node writes to a terminal in blocking mode: while the terminal does not read, no timer or signal handler runs. A
 * child that shares the descriptor resets the mode.
 */
function keepWriting(output: WriteStream): void {
  (output as WriteStream & { _handle?: { setBlocking?: (on: boolean) => void } })._handle?.setBlocking?.(false);
}

/** Returns the terminal settings in the form that `stty` accepts. */
function readSettings(): string {
  return (
    withTerminal((terminal) =>
      spawnSync('stty', ['-g'], { stdio: [terminal, 'pipe', 'ignore'], encoding: 'utf8' }),
    )?.stdout?.trim() ?? ''
  );
}

function writeSettings(settings: string): void {
  if (settings === '') return;
  withTerminal((terminal) => spawnSync('stty', [settings], { stdio: [terminal, 'ignore', 'ignore'] }));
}

/** Opens a separate descriptor: a child must not change that of the streams. */
function withTerminal<T>(use: (terminal: number) => T): T | undefined {
  let terminal: number;
  try {
    terminal = openSync('/dev/tty', 'r+');
  } catch {
    // the process has no controlling terminal, which is not needed to draw
    return undefined;
  }
  try {
    return use(terminal);
  } finally {
    closeSync(terminal);
  }
}
