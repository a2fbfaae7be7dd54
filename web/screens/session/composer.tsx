/** The message box of a session: sending, queueing, steering and stopping are separate controls (web.md 5.6). */
import { useMemo } from 'preact/hooks';
import { isWorking } from '../../../client/session/working.js';
import { announce, showNote } from '../../live/notes.js';
import { isOnline } from '../../live/server.js';
import { text } from '../../live/text.js';
import { reasonOf } from '../../parts/failure.js';
import { isFocusLost, messageBox } from '../../parts/focus.js';
import { foreignReason } from '../../parts/owner.js';
import { MessageBox, type Sent } from './compose/box.js';
import { fileSource, type Source } from './compose/completion.js';
import { contentOf } from './compose/content.js';
import { leaveResend, resendOf, undoForResend } from './compose/resend.js';
import type { How } from './compose/composerbuttons.js';
import { SessionSettings, useModels } from './compose/settings.js';
import type { Draft } from './drafts.js';
import { useInputHistory } from './inputhistory.js';
import type { OpenSession } from './open.js';
import type { StripPart } from './places.js';

export function Composer({ session, owner }: StripPart) {
  const { id, model, state } = session;
  const { session: facts, settings } = state.value;
  const history = useInputHistory(facts?.workspace_id);
  const models = useModels();
  const cwd = facts?.metadata.cwd;
  const sources = useMemo(() => [commandSource(session), fileSource(cwd)], [session, cwd]);
  const capabilities = models.find((each) => each.model === settings.model)?.capabilities;

  const resend = resendOf(id);

  async function submit(draft: Draft, how: How, release: () => void): Promise<Sent> {
    if (how === 'shell') {
      await model.runShell(draft.text);
      return 'sent';
    }
    if (draft.text.startsWith('/') && draft.files.length === 0) {
      const { runCommand } = await import('./compose/commands.js');
      const outcome = await runCommand(session, draft.text);
      if (outcome !== undefined) return outcome;
    }
    if (resend) await undoForResend(session);
    const named = /\s\//.test(draft.text)
      ? await (await import('./compose/commands.js')).skillsNamed(session, draft.text)
      : [];
    const sending = model.send(contentOf(draft), named.length > 0 ? { skills: named } : {});
    release();
    let promptId: string;
    try {
      promptId = await sending;
    } catch (error) {
      for (const { promptId: failed, failure } of state.peek().outgoing) if (failure) model.discard(failed);
      throw error;
    }
    // the prompt is queued by now, so the message itself was not refused
    if (how === 'steer') await model.steer([promptId]).catch(showFailure);
    return 'sent';
  }

  return (
    <form class="composer" aria-label={text('composer.name')} onSubmit={(event) => event.preventDefault()}>
      <MessageBox
        draftId={id}
        isActive={isWorking(state.value)}
        off={isOnline.value ? foreignReason(owner) : text('off.connection')}
        sources={sources}
        history={history}
        seesImages={capabilities?.includes('image_in')}
        hasShell
        submit={submit}
        stop={() => void stop(session)}
        before={resend && { text: text('resend.note', { n: resend.ordinal }), leave: () => leaveResend(id) }}
        controls={<SessionSettings session={session} models={models} />}
      />
    </form>
  );
}

/** Completes commands and skills after a slash; loads their modules on first use. */
function commandSource(session: OpenSession): Source {
  return (head) => {
    if (!/^\/|\s\/\S*$/.test(head)) return undefined;
    return import('./compose/commands.js').then(({ suggest }) => suggest(session, head));
  };
}

async function stop({ model }: OpenSession): Promise<void> {
  const pressed = document.activeElement;
  try {
    await model.abort();
    announce(text('turn.stopped'));
    // the button disappears with the turn, and its replacement sends
    if (isFocusLost() || document.activeElement === pressed) messageBox()?.focus();
  } catch (error) {
    showFailure(error);
  }
}

function showFailure(error: unknown): void {
  showNote(reasonOf(error), { isError: true });
}
