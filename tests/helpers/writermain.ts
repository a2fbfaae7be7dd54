/** Process for tests: writes a configuration until it is killed, and prints what it has written. */
import { dirname, join } from 'node:path';
import { createConfigWriter } from '../../daemon/config/write.js';
import { replaceFileAtomic } from '../../daemon/base/fs/atomic.js';

export interface WriterArguments {
  file: string;
  /** part of the names of the flags that it sets */
  name: string;
  most: number;
}

const { file, name, most } = JSON.parse(process.argv[2] ?? '{}') as WriterArguments;
const lockFile = join(dirname(file), 'config.lock');
const writer = createConfigWriter({ path: file, lockFile, now: Date.now, replace: replaceFileAtomic });
console.log('ready');
for (let count = 0; count < most; count++) {
  const flag = `${name}-${count}`;
  await writer.change((document) => ({
    ...document,
    experimental: { ...(document['experimental'] as object | undefined), [flag]: true },
  }));
  console.log(flag);
}
