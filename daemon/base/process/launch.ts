/** Starts programs that need more than the standard descriptors, and closes their inputs in this process afterwards. */
import type { ChildProcess } from 'node:child_process';
import { open, type FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';

/** A program that runs in place of a command. */
export interface Launch {
  program: string;
  args: string[];
  /** inputs of the program, numbered from its first free descriptor */
  inputs: LaunchInput[];
}

export type LaunchInput =
  /** absolute path of a file that the program reads or writes */
  | { read: string }
  | { write: string }
  /** bytes that the program reads to the end */
  | { bytes: Buffer };

/** Opens the inputs and calls `start` with them. `descriptor`: the program's first free one, where they begin. */
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
    // the child has its own copies
    for (const file of files) await file.close();
  }
}

async function openInput(input: { read: string } | { write: string }): Promise<FileHandle> {
  return 'read' in input ? await open(input.read, 'r') : await open(input.write, 'w', 0o600);
}

function giveBytes(pipe: Duplex | null, bytes: Buffer): void {
  // a program that failed to start reads no input
  pipe?.on('error', () => undefined);
  pipe?.end(bytes, () => pipe.destroy());
}
