/** A session as one HTML file, made in the browser of what is shown (web.md 8.5). */
import { Download } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { assetAddress } from '../live/base.js';
import { saveBlob } from '../live/bytes.js';
import { formatNumber, language, text } from '../live/text.js';
import { Button } from '../parts/button.js';
import { openDialog } from '../parts/dialog.js';
import { reasonOf } from '../parts/failure.js';
import { HtmlExport } from '../parts/htmlexport.js';
import { choices, makeFileData, type FileData, type MadeFile, type Shown } from './filedata.js';
import type { Recording } from './record.js';

/** Its script and style, and their hashes: the build puts them here. */
declare const fileParts: { script: string; style: string; scriptHash: string; styleHash: string };

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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

async function fileOf(data: FileData): Promise<Blob> {
  const [script, style] = await Promise.all([read(fileParts.script), read(fileParts.style)]);
  const title = (data.session.title || data.session.id).replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
  const policy = [
    `default-src 'none'; script-src '${fileParts.scriptHash}'; style-src '${fileParts.styleHash}'`,
    `img-src data: blob:; media-src data: blob:; base-uri 'none'; form-action 'none'`,
  ].join('; ');
  const head = `<!doctype html>
<html lang="${language.peek()}" data-theme="light" data-base="./" data-place="fragment"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>`;
  const { events, ...facts } = data;
  const json = (value: unknown): string => JSON.stringify(value).toWellFormed().replaceAll('<', '\\u003c');
  const lines = events.flatMap((event, at) => [at === 0 ? '' : ',\n', json(event)]);
  const body = `</style></head><body><div id="page"></div><script type="application/json" id="session">`;
  const parts = [head, style, body, json(facts).slice(0, -1), ',"events":[', ...lines, ']}</script><script>', script];
  return new Blob([...parts, '</script></body></html>\n'], { type: 'text/html' });
}

async function read(name: string): Promise<string> {
  const response = await fetch(assetAddress(name));
  if (!response.ok) throw new Error(text('vis.export.noParts'));
  return response.text();
}
