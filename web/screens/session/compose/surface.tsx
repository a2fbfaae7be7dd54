/** The surface of slash commands on the page: opens screens, panels and controls, asks in dialogs, downloads files. */
import type { Asked, SavedFile, Surface, View } from '../../../../client/commands/command.js';
import type { TranscriptPlan } from '../../../../schemas/generated/types.js';
import { copyText } from '../../../live/clipboard.js';
import { showNote } from '../../../live/notes.js';
import { navigate, setQuery } from '../../../live/routes.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { CleanText } from '../../../parts/clean.js';
import { choiceWords } from '../../../parts/decisions/choicewords.js';
import { Dialog, openDialog } from '../../../parts/dialog.js';
import { reasonOf } from '../../../parts/failure.js';
import { Markdown } from '../../../parts/markdown.js';
import { openKeyHelp } from '../../keys/overlays.js';
import { saveBlob } from '../media.js';
import { askedAside, type OpenSession } from '../open.js';
import { boxes } from './box.js';
import { openRedo, openUndo } from './undo.js';

export function createSurface(session: OpenSession): Surface {
  return {
    kind: 'page',
    show: (view) => show(session, view),
    // only actions of the terminal, which the page does not offer
    perform: () => undefined,
    ask,
    async enter(sessionId) {
      navigate(`/sessions/${sessionId}`);
    },
    prefill(words) {
      const box = boxes.get(session.id);
      // the box still contains the command until this handler ends
      setTimeout(() => box?.isEmpty() && box.put({ text: words, mentions: [], files: [] }));
    },
    async copy(words) {
      copyText(words);
      return '';
    },
    async save({ name, content, path }: SavedFile) {
      const saved = path?.split(/[/\\]/).at(-1) || name;
      saveBlob(content instanceof Blob ? content : new Blob([content]), saved);
      return { path: saved };
    },
  };
}

/** Selectors of the controls below the message box. */
const controls = {
  models: '[data-control=model]',
  efforts: 'select[data-control=effort]',
  permissions: '[data-control=mode] button',
} as const;

async function show(session: OpenSession, view: View): Promise<void> {
  switch (view.kind) {
    case 'help':
    case 'keys':
      return openKeyHelp();
    case 'sessions':
      return navigate('/sessions');
    case 'search':
      return navigate(`/search${view.text === '' ? '' : `?q=${encodeURIComponent(view.text)}`}`);
    case 'rewind':
      return view.isRedo ? await openRedo(session) : openUndo(session, view.count ?? 1);
    case 'models':
    case 'efforts':
    case 'permissions':
      return openControl(controls[view.kind]);
    case 'tasks':
    case 'agents':
      return openPanel(view.kind);
    case 'schedules':
    case 'status':
      return openPanel('details');
    case 'side':
      if (view.question.trim() !== '') askedAside.value = { id: session.id, question: view.question };
      return openPanel('side');
    case 'html': {
      const { openHtmlExport } = await import('../details/export.js');
      return openHtmlExport(session.id);
    }
    case 'diff':
      return openPanel('changes');
    case 'goals':
    case 'queue':
      document.querySelector<HTMLElement>(view.kind === 'queue' ? '.queue button' : '.goal button')?.focus();
      return;
    case 'skills':
      return await showSkills(session);
    case 'mcp':
      return navigate('/settings/mcp');
    case 'login':
      return navigate('/settings/account');
    case 'providers':
      return navigate('/settings/models');
    case 'usage':
      return navigate('/usage');
    case 'version':
      return navigate('/settings/about');
    case 'settings':
    case 'themes':
    case 'editors':
      return navigate('/settings/general');
    case 'transcript':
      document.querySelector<HTMLElement>('[data-testid=transcript]')?.focus();
      return;
    case 'plan':
      showPlan(view.plan);
  }
}

function openPanel(panel: string): void {
  setQuery({ panel }, { replace: true });
}

/** Opens a list of choices if the browser allows it. */
function openControl(selector: string): void {
  const control = document.querySelector<HTMLElement>(`.composer ${selector}`);
  control?.focus();
  if (control instanceof HTMLSelectElement) {
    try {
      control.showPicker();
    } catch {
      // only allowed right after a click: the list has the focus, and arrow keys choose
    }
  } else control?.click();
}

function ask({ title, body = [], choices, preset }: Asked): Promise<number | undefined> {
  return new Promise((resolve) => {
    openDialog((close) => {
      const answer = (choice: number | undefined): void => {
        close();
        resolve(choice);
      };
      return (
        <Dialog
          title={choiceWords(title)}
          onClose={() => answer(undefined)}
          actions={choices.map((choice, at) => (
            <Button
              key={choice}
              kind={at + 1 === preset ? 'primary' : 'plain'}
              // Enter takes it, as in the terminal
              autofocus={at + 1 === preset}
              onClick={() => answer(at + 1)}
            >
              {choiceWords(choice)}
            </Button>
          ))}
        >
          <Rows rows={body} />
        </Dialog>
      );
    });
  });
}

export function showRows(title: string, rows: readonly string[]): void {
  openDialog((close) => (
    <Dialog title={title} wide onClose={close}>
      <Rows rows={rows} />
    </Dialog>
  ));
}

function Rows({ rows }: { rows: readonly string[] }) {
  if (rows.length === 0) return null;
  return (
    <pre class="rows" tabIndex={0}>
      <CleanText text={rows.join('\n')} />
    </pre>
  );
}

function showPlan({ plan }: TranscriptPlan): void {
  openDialog((close) => (
    <Dialog title={text('plan.title')} wide onClose={close}>
      <Markdown source={plan} />
    </Dialog>
  ));
}

async function showSkills(session: OpenSession): Promise<void> {
  const client = server.peek()?.client;
  if (!client) return;
  try {
    const { skills } = await client.listSkills({ params: { session_id: session.id } });
    if (skills.length === 0) return showNote(text('compose.noSkills'));
    openDialog((close) => (
      <Dialog title={text('skills.title')} wide onClose={close}>
        <Named
          entries={skills.map(({ name, description }) => ({ name: `/${name}`, description }))}
          onTake={(name) => {
            close();
            const box = boxes.get(session.id);
            if (box?.isEmpty()) box.put({ text: `${name} `, mentions: [], files: [] });
            requestAnimationFrame(() => box?.focus());
          }}
        />
      </Dialog>
    ));
  } catch (error) {
    showNote(reasonOf(error), { isError: true });
  }
}

function Named({
  entries,
  onTake,
}: {
  entries: readonly { name: string; description: string }[];
  onTake(name: string): void;
}) {
  return (
    <dl class="named">
      {entries.map(({ name, description }) => (
        <div key={name}>
          <dt>
            <Button kind="quiet" onClick={() => onTake(name)}>
              {name}
            </Button>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
