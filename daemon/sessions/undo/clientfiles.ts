/** The texts of a session that a client has, for an undo or redo: they go the way of the file tools (acp-cli.md 1.13). */
import type { ToClient } from '../../checkpoints/restore.js';
import { decodeText, encodeText } from '../../tools/encoding.js';
import { fits, textForHost } from '../../tools/hostfiles.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';

export interface ClientFiles {
  /** the content of a file as the client has it; undefined: the disk counts */
  look(path: string): Promise<Buffer | undefined>;
  give: ToClient;
}

/** Undefined while no client takes changes. */
export function clientFilesOf(
  { hostFiles, home }: Pick<SessionDeps, 'hostFiles' | 'home'>,
  session: LiveSession,
): ClientFiles | undefined {
  const host = () => hostFiles.of(session.ref.id, 'main');
  if (!host()?.writes) return undefined;
  return {
    async look(path) {
      const found = await textForHost(path, { hostFiles: host, workspace: session.workspace, home });
      return found && host()?.writes && (await fits(found.file.text)) ? encodeText(found.file) : undefined;
    },
    async give(path, content) {
      const text = decodeText(content)?.text;
      if (text === undefined || !(await fits(text))) return 'it is no text that a client can take';
      const taker = host();
      return taker ? taker.write(path, text) : 'it does not answer';
    },
  };
}
