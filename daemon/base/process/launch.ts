/** A program that reads and writes more than its standard descriptors: what it gets is opened, and closed once it has its own copies. */
import type { ChildProcess } from 'node:child_process';
import { open, type FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';

/** A program to start in the place of a command. */
export interface Launch {
  program: string;
  args: string[];
  /** what the program finds from the first free descriptor on */
  inputs: LaunchInput[];
}

export type LaunchInput =
  /** absolute path of a file that it reads, or writes */
  | { read: string }
  | { write: string }
  /** bytes that it reads to their end */
  | { bytes: Buffer };

/** `descriptor`: the first one that is free in the program. `start` gets what the program has from there on. */
export async function withInputs<T extends { child: ChildProcess }>(
  { program, args, inputs }: Launch,
  descriptor: number,
  start: (started: { program: string; args: string[]; extra: (number | 'pipe')[] }) => T,
): Promise<T> {
  const files: FileHandle[] = [];
  try {
    const extra: (number | 'pipe')[] = [];
    for (const input of inputs) {
      const file = 'bytes' in input ? undefined : await openInput(input);
      if (file) files.push(file);
      extra.push(file?.fd ?? 'pipe');
    }
    const started = start({ program, args, extra });
    inputs.forEach((input, at) => {
      if ('bytes' in input) giveBytes(started.child.stdio[descriptor + at] as Duplex | null, input.bytes);
    });
    return started;
  } finally {
    // the child has copies
    for (const file of files) await file.close();
  }
}

async function openInput(input: { read: string } | { write: string }): Promise<FileHandle> {
  return 'read' in input ? await open(input.read, 'r') : await open(input.write, 'w', 0o600);
}

function giveBytes(pipe: Duplex | null, bytes: Buffer): void {
  // a program that could not be started reads nothing
  pipe?.on('error', () => undefined);
  pipe?.end(bytes, () => pipe.destroy());
}
