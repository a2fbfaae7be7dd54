/** Hooks of a trial: shell scripts in its home, a configuration that names them, and what they were told. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, type Trial } from '../helpers/turns.js';

export interface HookEntry {
  event: string;
  command: string;
  matcher?: string;
  timeout?: number;
}

/** What a hook was given on its input. */
export type Told = Record<string, unknown> & { hook_event_name: string };

/** The hooks' part of `config.toml`. */
export function hooksConfig(entries: readonly HookEntry[]): string {
  return entries
    .map(({ event, command, matcher, timeout }) =>
      [
        '[[hooks]]',
        `event = ${JSON.stringify(event)}`,
        `command = ${JSON.stringify(command)}`,
        ...(matcher === undefined ? [] : [`matcher = ${JSON.stringify(matcher)}`]),
        ...(timeout === undefined ? [] : [`timeout = ${timeout}`]),
      ].join('\n'),
    )
    .join('\n');
}

export interface Recording {
  /** a command that writes its input into a file of its own, and then goes on with `rest` */
  command(rest?: string): string;
  /** what hooks were told, in the order they were started; a hook name selects */
  told(event?: string): Told[];
  /** waits until so many were told of an event */
  until(event: string, count?: number): Promise<Told[]>;
}

/** Records into a directory of its own; `$$` tells the processes apart. */
export function recordInto(directory: string): Recording {
  mkdirSync(directory, { recursive: true });
  const told = (event?: string): Told[] =>
    (existsSync(directory) ? readdirSync(directory) : [])
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Told)
      .filter((each) => event === undefined || each.hook_event_name === event);
  return {
    told,
    // renamed when it is whole, so that nobody reads a part of it
    command: (rest = '') =>
      `f=${directory}/$(date +%s%N)-$$; cat > $f.part && mv $f.part $f.json${rest === '' ? '' : `; ${rest}`}`,
    async until(event, count = 1) {
      await eventually(() => told(event).length >= count, `${count} × ${event}`);
      return told(event);
    },
  };
}

/** Puts hooks into the configuration of a trial that is not started yet, or of one that notices the change. */
export function writeHooks(trial: Trial, before: string, entries: readonly HookEntry[]): void {
  writeFileSync(join(trial.home, 'config.toml'), `${before}\n${hooksConfig(entries)}\n`);
}
