/** The page of a session's HTML file: reads the data in the file and contacts no server (web.md 8.5). */
import { render } from 'preact';
import { visibleText } from '../../client/view/clean.js';
import { watchClock } from '../live/clock.js';
import { watchDefects } from '../live/defects.js';
import { watchPreferences } from '../live/preferences.js';
import { watchHistory } from '../live/routes.js';
import { text, watchLanguage } from '../live/text.js';
import { Clean } from '../parts/clean.js';
import { Dialogs } from '../parts/dialog.js';
import { Notes } from '../parts/notes.js';
import type { FileData } from './filedata.js';
import { useRecord } from './record.js';
import { ReadState, Views } from './session.js';
import { firstBehind, readSessionsFrom, type Source } from './source.js';
import '../styles/page.css';

const data = JSON.parse(document.getElementById('session')?.textContent ?? '') as FileData;

function sourceOf({ session, agents, damaged, events, transcripts, media, without }: FileData): Source {
  const mapOf = <Item,>(items: readonly Item[], keyOf: (item: Item) => string) =>
    new Map(items.map((item) => [keyOf(item), item]));
  const none = (): Promise<never> => Promise.reject(new Error(text('vis.media.none')));
  return {
    facts: () => Promise.resolve({ session: { ...session, busy: false }, agents, damaged, source: 'file' }),
    events(after, limit) {
      const from = firstBehind(events, after);
      return Promise.resolve({ items: events.slice(from, from + limit), has_more: from + limit < events.length });
    },
    taskOutput: none,
    log: none,
    media(fileId) {
      const found = media[fileId];
      if (!found) return none();
      const bytes = Uint8Array.from(atob(found.base64), (sign) => sign.charCodeAt(0));
      return Promise.resolve(new Blob([bytes], { type: found.type }));
    },
    ...(transcripts && {
      transcript(agentId: string) {
        const { items, attachments, tasks, prompts } = transcripts[agentId] ?? {
          items: [],
          attachments: [],
          tasks: [],
          prompts: [],
        };
        return {
          items,
          attachments: mapOf(attachments, (each) => each.attachmentId),
          tasks: mapOf(tasks, (each) => each.taskId),
          prompts: mapOf(prompts, (each) => each.promptId),
        };
      },
    }),
    without,
  };
}

function FilePage() {
  const record = useRecord(data.session.id);
  return (
    <div class="vis">
      <main id="content" class="vis-main vis-body" tabIndex={-1}>
        <header class="vis-head">
          <h1>
            <Clean text={data.session.title || data.session.id} />
          </h1>
          {record?.facts.value && <ReadState record={record} />}
        </header>
        {record && <Views record={record} />}
      </main>
      <Notes />
      <Dialogs />
    </div>
  );
}

watchDefects();
watchPreferences();
watchHistory();
watchClock();
readSessionsFrom({
  list: () => Promise.resolve({ items: [data.session], has_more: false }),
  open: () => sourceOf(data),
});

document.title = visibleText(data.session.title || data.session.id, 'page');
const place = document.getElementById('page');
void watchLanguage().then(() => {
  if (place) render(<FilePage />, place);
});
