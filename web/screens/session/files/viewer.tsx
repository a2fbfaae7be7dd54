/** A file of a session: windowed lines with numbers, an image, or a description (web.md 5.13). */
import { X } from 'lucide-preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatSize } from '../../../../client/view/format.js';
import { languageOf } from '../../../../client/view/code/paths.js';
import { copyText } from '../../../live/clipboard.js';
import { fileCalls, saveAnswer } from '../../../live/bytes.js';
import { showNote } from '../../../live/notes.js';
import { setQuery } from '../../../live/routes.js';
import type { Server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Button, IconButton } from '../../../parts/button.js';
import { Clean, CleanText } from '../../../parts/clean.js';
import { Parts, useCodeText } from '../../../parts/coloured.js';
import { Failure, reasonOf } from '../../../parts/failure.js';
import { Skeleton } from '../../../parts/skeleton.js';
import { createFileContent, type Content } from './content.js';

export interface ViewerProps {
  server: Server;
  sessionId: string;
  path: string;
  line: number | undefined;
  /** increases when the file may have changed */
  version: number;
  onClose(): void;
}

/** Whether the browser runs on the server's machine, so that a local editor can open the file. */
const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);

export function Viewer({ server: { client }, sessionId, path, line, version, onClose }: ViewerProps) {
  const file = useMemo(() => createFileContent(client, sessionId, path), [client, sessionId, path]);
  useEffect(() => () => file.close(), [file]);
  useEffect(() => {
    if (version > 0) file.refresh();
  }, [file, version]);
  const content = file.content.value;
  const failure = file.failure.value;

  async function attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    }
  }

  const params = { session_id: sessionId };
  return (
    <section class="file-viewer" aria-label={path}>
      <div class="file-head">
        <h3 class="file-path">
          <Clean text={path} />
        </h3>
        <IconButton icon={X} label={text('files.close')} onClick={onClose} />
      </div>
      <div class="row file-tools">
        <Button onClick={() => insertIntoMessage(`@${path} `)}>{text('files.mention')}</Button>
        <Button kind="quiet" onClick={() => copyText(path)}>
          {text('files.copyPath')}
        </Button>
        <Button kind="quiet" onClick={() => setQuery({ panel: 'changes', file: path })}>
          {text('panel.changes')}
        </Button>
        {isHere && (
          <Button
            kind="quiet"
            onClick={() => void attempt(() => client.openFile({ params, body: { path, ...(line && { line }) } }))}
          >
            {text('files.openEditor')}
          </Button>
        )}
        <Button
          kind="quiet"
          onClick={() =>
            void attempt(async () =>
              saveAnswer(
                await fileCalls().downloadFile({ params: { ...params, path } }),
                path.split('/').at(-1) ?? path,
              ),
            )
          }
        >
          {text('files.download')}
        </Button>
      </div>
      {failure !== undefined && <Failure error={failure} onRetry={file.refresh} />}
      {!content && failure === undefined && <Skeleton lines={8} />}
      {content && <Shown content={content} line={line} more={file.more} name={path} />}
    </section>
  );
}

interface ShownProps {
  content: Content;
  line: number | undefined;
  more(): void;
  name: string;
}

function Shown({ content, line, more, name }: ShownProps) {
  if (content.kind === 'image')
    return (
      <figure class="file-image">
        <img src={content.url} alt={name} />
        <figcaption class="dim small">
          {content.mime} · {formatSize(content.size)}
        </figcaption>
      </figure>
    );
  if (content.kind === 'other')
    return (
      <p class="empty" data-testid="file-facts">
        {[content.mime, content.size === undefined ? '' : formatSize(content.size)].filter(Boolean).join(' · ')}
      </p>
    );
  return <Lines name={name} lines={content.lines} isWhole={content.isWhole} line={line} more={more} />;
}

interface LinesProps {
  name: string;
  lines: readonly string[];
  isWhole: boolean;
  line: number | undefined;
  more(): void;
}

/** number of lines rendered beyond each edge of the viewport */
const around = 60;
const longest = 2_000;

function Lines({ name, lines, isWhole, line, more }: LinesProps) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(20);
  const [visible, setVisible] = useState({ first: 0, count: 60 });
  const first = Math.max(0, Math.min(visible.first - around, lines.length - 1));
  const shown = lines.slice(first, visible.first + visible.count + around);
  const code = useCodeText(lines, languageOf(name));
  const isAtEnd = visible.first + visible.count + around >= lines.length;

  const measure = (): void => {
    const { current } = place;
    if (current)
      setVisible({ first: Math.floor(current.scrollTop / height), count: Math.ceil(current.clientHeight / height) });
  };

  useLayoutEffect(() => {
    // the line height depends on the device's font
    const drawn = place.current?.querySelector('.file-line')?.getBoundingClientRect().height;
    if (drawn !== undefined && drawn > 0 && Math.abs(drawn - height) > 0.1) setHeight(drawn);
  });
  useEffect(measure, [height]);
  useEffect(() => {
    if (isAtEnd && !isWhole) more();
  }, [isAtEnd, isWhole, lines]);
  const isThere = line !== undefined && line <= lines.length;
  useEffect(() => {
    const { current } = place;
    if (line === undefined || !current) return;
    if (isThere) current.scrollTo({ top: Math.max(0, (line - 1) * height - current.clientHeight / 3) });
    else if (!isWhole) more();
  }, [line, isThere, height, isThere ? undefined : lines]);

  if (lines.length === 1 && lines[0] === '') return <p class="empty">{text('files.empty')}</p>;
  return (
    <div
      ref={place}
      class="file-lines"
      tabIndex={0}
      role="group"
      aria-label={text('files.content')}
      onScroll={measure}
      style={{ '--digits': String(String(lines.length).length) }}
    >
      <div style={{ blockSize: `${lines.length * height}px` }}>
        <div class="file-sight" style={{ translate: `0 ${first * height}px` }}>
          {shown.map((words, at) => {
            const number = first + at + 1;
            return (
              <div key={number} class={`file-line${number === line ? ' marked' : ''}`} data-line={number}>
                <span class="file-number">{number}</span>
                <span class="file-text">
                  {code && words.length <= longest ? (
                    <Parts parts={code.partsOf(number - 1)} />
                  ) : (
                    <CleanText text={words.slice(0, longest)} />
                  )}
                  {words.length > longest && <span class="dim"> … +{words.length - longest}</span>}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Inserts text at the caret of the session's message box, as if the user typed it. */
function insertIntoMessage(words: string): void {
  const box = document.querySelector<HTMLTextAreaElement>('form.composer textarea');
  if (!box) return;
  const { selectionStart: from, selectionEnd: to, value } = box;
  const before = from > 0 && !/\s$/.test(value.slice(0, from)) ? ' ' : '';
  box.focus();
  box.setRangeText(before + words, from, to, 'end');
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
