/** Exports of a session as downloads: an archive with everything, Markdown, and an HTML page that opens from disk. */
import { useState } from 'preact/hooks';
import { fileCalls, saveAnswer } from '../../../live/bytes.js';
import { readLog } from '../../../live/defects.js';
import { showNote } from '../../../live/notes.js';
import { server } from '../../../live/server.js';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Clean } from '../../../parts/clean.js';
import { Dialog, openDialog } from '../../../parts/dialog.js';
import { reasonOf } from '../../../parts/failure.js';
import { HtmlExport } from '../../../parts/htmlexport.js';
import { saveBlob } from '../media.js';

export function ExportButtons({ id }: { id: string }) {
  return (
    <div class="row">
      <Button onClick={() => void exportZip(id)}>{text('export.zip')}</Button>
      <Button onClick={() => void exportMarkdown(id)}>{text('export.markdown')}</Button>
      <Button onClick={() => openHtmlExport(id)}>{text('export.html')}</Button>
    </div>
  );
}

/** Opens the exports from the menu of a session. */
export function openExport(id: string, title: string): void {
  openDialog((close) => (
    <Dialog title={text('export.title')} onClose={close}>
      <p>
        <Clean text={title} />
      </p>
      <ExportButtons id={id} />
    </Dialog>
  ));
}

export function openHtmlExport(id: string): void {
  openDialog((close) => <HtmlDialog id={id} onClose={close} />);
}

async function exportMarkdown(id: string): Promise<void> {
  const client = server.peek()?.client;
  if (!client) return;
  try {
    const { readMarkdown } = await import('../../../../client/commands/answers.js');
    const { name, content } = await readMarkdown(client, { params: { session_id: id } });
    saveBlob(new Blob([content]), name);
  } catch (error) {
    showNote(reasonOf(error), { isError: true });
  }
}

async function exportZip(id: string): Promise<void> {
  try {
    const log = readLog();
    const answer = await fileCalls().exportSession({
      params: { session_id: id },
      body: { format: 'zip', ...(log !== '' && { web_log: log }) },
    });
    await saveAnswer(answer, `${id}.zip`);
  } catch (error) {
    showNote(reasonOf(error), { isError: true });
  }
}

const parts = ['tool_output', 'thinking', 'file_contents', 'paths'] as const;

function HtmlDialog({ id, onClose }: { id: string; onClose(): void }) {
  const [include, setInclude] = useState({ tool_output: true, thinking: true, file_contents: true, paths: false });
  return (
    <HtmlExport
      choices={parts}
      shown={include}
      onChange={(part, isOn) => setInclude({ ...include, [part]: isOn })}
      save={async () => {
        const body = { format: 'html', include } as const;
        await saveAnswer(await fileCalls().exportSession({ params: { session_id: id }, body }), `${id}.html`);
      }}
      onClose={onClose}
    />
  );
}
