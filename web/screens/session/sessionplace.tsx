/** The rows of a live session: reads their media from the server, and adds menus to turns. */
import { useMemo } from 'preact/hooks';
import { createFiles } from '../../../client/api/files.js';
import { oneLine, shortened, visibleText } from '../../../client/view/clean.js';
import { formatTokens } from '../../../client/view/format.js';
import { apiBase } from '../../live/base.js';
import { setQuery } from '../../live/routes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { token } from '../../live/token.js';
import { attempt } from '../lists/actions.js';
import type { OpenSession } from './open.js';
import type { RowActions, RowPlace } from './rowplace.js';
import { TurnMenu } from './turnmenu.js';

const files = createFiles({ baseUrl: apiBase, token: () => token.peek() });

/** Returns what rows need from the session, for any of its agents. */
export function useSessionPlace(
  session: OpenSession,
): Pick<RowPlace, 'cwd' | 'directories' | 'readMedia'> & { actions: RowActions } {
  const own = useMemo(() => placeOf(session), [session]);
  const cwd = session.state.value.session?.metadata.cwd ?? '';
  const directories = useMemo(() => [cwd], [cwd]);
  return { ...own, cwd, directories };
}

function placeOf(session: OpenSession): { readMedia: RowPlace['readMedia']; actions: RowActions } {
  const { id, model } = session;
  return {
    async readMedia(fileId, signal) {
      const params = { session_id: id, file_id: fileId };
      return (await files.getSessionMedia({ params }, signal ? { signal } : {})).blob();
    },
    actions: {
      menuOf: (turn, isLast) => <TurnMenu turn={turn} isLast={isLast} session={session} />,
      retry: () => void attempt(() => model.retry()),
      stopTask: (taskId) => void attempt(() => model.cancelTask(taskId)),
      openAgent: (agent) => setQuery({ panel: 'agents', agent }, { replace: true }),
      agentFacts: (agentId) => factsOfAgent(session, agentId),
      detach: (tool_call_id) =>
        void attempt(async () => server.peek()?.client.detachToolCall({ params: { session_id: id, tool_call_id } })),
    },
  };
}

function factsOfAgent({ state }: OpenSession, agentId: string): string {
  const task = state.value.tasks.find((each) => each.agentId === agentId);
  if (!task) return '';
  const { usage, outputTail, resultSummary = '' } = task;
  const tokens = usage ? usage.inputOther + usage.inputCacheCreation + usage.output : 0;
  const last = (outputTail === '' ? resultSummary : outputTail).trimEnd().split('\n').at(-1) ?? '';
  return [
    text(`tasks.state.${task.state}`),
    tokens === 0 ? '' : text('agents.tokens', { n: formatTokens(tokens) }),
    shortened(oneLine(visibleText(last, 'page')), 160),
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}
