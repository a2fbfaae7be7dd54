/** Notices of an agent: reminders it has, reverts by the user it does not know of, and images a provider refused. */
import type { RefusedImages } from '../../agent/turn.js';
import { createTakenBackReader, noteTakenBack } from '../changes/takenback.js';
import { setsAgent, type Fact } from './fact.js';

export const notices = {
  session: { 'files.changed': noteTakenBack },
  agent: {
    'reminder.noted': (agent, { variant, key = '' }) => {
      agent.noted[variant] = key;
      if (variant === 'plan_mode') agent.counts.sincePlanNote = 0;
      if (variant === 'taken_back') agent.takenBack = agent.takenBack.filter(({ seq }) => seq > Number(key));
    },
    'images.refused': (agent, { until, family }) => {
      agent.refusedImages = { until, family };
    },
  },
  tables(db) {
    const note = db.prepare(
      `UPDATE agents SET noted = json_set(noted, '$."' || ? || '"', ?) WHERE session_key = ? AND agent_id = ?`,
    );
    const notes = setsAgent(db, 'noted');
    const images = setsAgent(db, 'refused_images');
    // after an undo or redo, the context contains other reminders
    const forget = ({ key, agent }: { key: number; agent: string }) => void notes.run('{}', key, agent);
    return {
      'reminder.noted': ({ key, agent }, event) => void note.run(event.variant, event.key ?? '', key, agent),
      'images.refused': ({ key, agent }, { until, family }) =>
        void images.run(JSON.stringify({ until, family }), key, agent),
      'context.undone': forget,
      'context.redone': forget,
    };
  },
  load(db) {
    const takenBack = createTakenBackReader(db);
    return {
      agent(agent, row, { key }) {
        agent.noted = JSON.parse(row.noted) as Record<string, string>;
        if (row.kind === 'main') agent.takenBack = takenBack(key, agent.noted);
        if (row.refused_images !== null) agent.refusedImages = JSON.parse(row.refused_images) as RefusedImages;
      },
    };
  },
  fork: { agent: { noted: 'noted', refused_images: 'refused_images' } },
  undo: { reread: true },
} satisfies Fact;
