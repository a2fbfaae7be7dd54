/** Saves a session as one HTML file, created in the browser from the loaded events (web.md 8.5). */
import { Download } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { beginningOf, endOf, eventOf, type FileParts } from '../../schemas/sessionfile.js';
import { assetAddress } from '../live/base.js';
import { saveBlob } from '../live/bytes.js';
import { formatNumber, language, text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { openDialog } from '../parts/dialog.js';
import { reasonOf } from '../parts/failure.js';
import { HtmlExport } from '../parts/htmlexport.js';
import { choices, makeFileData, type FileData, type MadeFile, type Shown } from './filedata.js';
import type { Recording } from './record.js';

/** Script and style of the file with their hashes; the build inserts them. */
declare const fileParts: FileParts;

const all: Shown = { conversation: true, tool_output: true, thinking: true, file_contents: true, paths: false };

export function ExportButton({ record }: { record: Recording }) {
  return (
    <Button
      icon={Download}
      off={record.isComplete.value ? undefined : text('vis.export.reading')}
      onClick={() => openDialog((close) => <ExportDialog record={record} onClose={close} />)}
    >
      {text('export.html')}
    </Button>
  );
}

function ExportDialog({ record, onClose }: { record: Recording; onClose(): void }) {
  const [shown, setShown] = useState(all);
  const [made, setMade] = useState<MadeFile | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    setMade(undefined);
    makeFileData(record, shown).then(
      (file) => isOver || setMade(file),
      (error: unknown) => setFailure(reasonOf(error)),
    );
    return () => void (isOver = true);
  }, [record, shown]);

  return (
    <HtmlExport
      choices={choices}
      shown={shown}
      onChange={(choice, isOn) => setShown({ ...shown, [choice]: isOn })}
      off={made ? undefined : (failure ?? text('vis.export.reading'))}
      save={async () => made && saveBlob(await fileOf(made.data), `agent-session-${record.id}.html`)}
      onClose={onClose}
    >
      <ul class="plain-list dim small" aria-label={text('vis.export.masked')} aria-busy={!made}>
        <li>{text('vis.export.secrets', { n: made ? formatNumber(made.masked.secrets) : '…' })}</li>
        <li>{text('vis.export.paths', { n: made ? formatNumber(made.masked.paths) : '…' })}</li>
      </ul>
    </HtmlExport>
  );
}

async function fileOf({ events, ...facts }: FileData): Promise<Blob> {
  const [script, style] = await Promise.all([read(fileParts.script), read(fileParts.style)]);
  const lines = events.map((event, at) => eventOf(event, at === 0));
  const parts = [beginningOf(facts.session, style, language.peek(), fileParts), ...lines, endOf(facts, script)];
  return new Blob(parts, { type: 'text/html' });
}

async function read(name: string): Promise<string> {
  const response = await fetch(assetAddress(name));
  if (!response.ok) throw new Error(text('vis.export.noParts'));
  return response.text();
}
