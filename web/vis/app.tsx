/** Frame of the visualizer: its header, the screen of the address, and dropped files. */
import { FolderOpen } from 'lucide-preact';
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { navigate, route } from '../live/routes.js';
import { text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { Dialogs } from '../parts/dialog.js';
import { Boundary, Failure } from '../parts/failure.js';
import { headingOf } from '../parts/focus.js';
import { Link } from '../parts/link.js';
import { Notes } from '../parts/notes.js';
import { Compare } from './compare.js';
import { Home } from './home.js';
import { SessionView } from './session.js';
import { openArchive } from './source.js';

const failure = signal<unknown>(undefined);

/** Opens exports and shows their session; in a comparison, a further session becomes the second one. */
async function take(files: Iterable<File>): Promise<void> {
  failure.value = undefined;
  try {
    for (const file of files) {
      const id = await openArchive(file);
      const { parts, query } = route.peek();
      const compared = query.get('a');
      if (parts[0] === 'compare' && compared) navigate(`/compare?a=${compared}&b=${id}`);
      else if (parts[0] === 'compare') navigate(`/compare?a=${id}`);
      else navigate(`/sessions/${encodeURIComponent(id)}`);
    }
  } catch (error) {
    failure.value = error;
  }
}

export function App() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const over = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      void take(event.dataTransfer?.files ?? []);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
  const { parts, visit } = route.value;
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    if (visit > 0 && content.current) headingOf(content.current)?.focus({ preventScroll: true });
  }, [visit]);
  // removes the error about a file when the screen changes
  useEffect(() => void (failure.value = undefined), [parts.join('/')]);
  return (
    <div class="vis">
      <a class="skip" href="#content" onClick={() => document.getElementById('content')?.focus()}>
        {text('skip.content')}
      </a>
      <header class="vis-bar">
        <nav aria-label={text('vis.name')}>
          <Link to="/">{text('vis.sessions')}</Link>
          <Link to="/compare">{text('vis.compare')}</Link>
        </nav>
        <Button icon={FolderOpen} onClick={() => input.current?.click()}>
          {text('vis.open')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".zip"
          hidden
          data-testid="open-export"
          onChange={(event) => {
            void take([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </header>
      <main ref={content} id="content" class="vis-main vis-body" tabIndex={-1}>
        {failure.value !== undefined && <Failure what={text('vis.open.failed')} error={failure.value} />}
        <Boundary key={parts.join('/')}>
          <Screen parts={parts} />
        </Boundary>
      </main>
      <Notes />
      <Dialogs />
    </div>
  );
}

function Screen({ parts: [first, id, more] }: { parts: readonly string[] }) {
  if (first === undefined) return <Home />;
  if (first === 'compare' && id === undefined) return <Compare />;
  if (first === 'sessions' && id !== undefined && more === undefined) return <SessionView key={id} id={id} />;
  return (
    <>
      <h1>{text('nothing.title')}</h1>
      <p>
        <Link to="/">{text('vis.sessions')}</Link>
      </p>
    </>
  );
}
