/** `SYSTEM.md` in the data directory: the user's own body for the default agent (engine.md 3.4). */
import path from 'node:path';
import { checkTextFile, readTextFile } from '../../workspace/textfile.js';
import { skipped, type Notice } from '../scan.js';
import { maxBodyChars } from './file.js';

const tooLong = `it is longer than ${maxBodyChars} characters`;

/** Its text; none when it is missing or blank, and a notice when it cannot be used. Never throws. */
export async function readSystemFile(homes: {
  home: string;
  userHome: string;
}): Promise<{ body?: string; notices: Notice[] }> {
  const file = path.join(homes.home, 'SYSTEM.md');
  const found = await checkTextFile(file, homes);
  if ('problem' in found) return { notices: found.missing ? [] : [skipped('agent-skipped', file, found.problem)] };
  const read = await readTextFile(found.realPath, maxBodyChars * 4);
  const text = read === 'large' || ('text' in read && read.text.length > maxBodyChars) ? undefined : read;
  if (text === undefined) return { notices: [skipped('agent-skipped', file, tooLong)] };
  if ('problem' in text) return { notices: [skipped('agent-skipped', file, text.problem)] };
  return { notices: [], ...(text.text === '' ? {} : { body: text.text }) };
}
