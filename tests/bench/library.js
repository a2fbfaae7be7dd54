/** Creates many sessions with varied texts from one small session by SQL, while no server runs. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** The most frequent words of the texts; all other words consist of syllables. */
const frequent =
  'the of and to in is that it for was on are as with be this have from or one had by word but not what all were we when your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into time has look two more write go see number no way could people my than first water been call who its now find long down day did get come made may part code file test line error server'.split(
    ' ',
  );
const han = [
  ...'的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从全问话体码文件测试搜索',
];
const vocabularySize = 60_000;
const dayMs = 86_400_000;

/** Returns a generator of numbers from 0 to 1, equal in each run. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Creates texts whose word frequencies resemble those of a language: a few common words, many rare ones. */
export function createWriter(seed = 1) {
  const roll = dice(seed);
  const below = (limit) => Math.floor(roll() * limit);
  const pick = (list) => list[below(list.length)];
  const words = [...frequent];
  while (words.length < vocabularySize) {
    let word = '';
    for (let syllables = 2 + below(3); syllables > 0; syllables -= 1)
      word += pick('bcdfghjklmnprstvwz') + pick('aeiou');
    words.push(roll() < 0.4 ? word + pick('lmnrst') : word);
  }
  const weights = new Float64Array(vocabularySize);
  let total = 0;
  for (let rank = 0; rank < vocabularySize; rank += 1) weights[rank] = total += 1 / (rank + 2);

  function word() {
    const wanted = roll() * total;
    let [low, high] = [0, vocabularySize - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (weights[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low];
  }

  /** Returns about `count` words; every tenth text contains Chinese, every seventh a path. */
  function text(count) {
    const parts = Array.from({ length: count }, word);
    if (roll() < 0.1)
      parts.push(Array.from({ length: 20 + below(60) }, () => han[below(han.length * roll())]).join(''));
    if (roll() < 0.14) parts.push(`src/${word()}/${word()}.ts:${below(500)}`);
    return parts.join(' ');
  }

  return { roll, below, pick, word, text, prompt: () => text(6 + below(24)), answer: () => `${text(30 + below(90))}.` };
}

/** Prepares an `INSERT` of a row like `row`, with parameters for the named columns. */
function insertLike(db, table, row, names) {
  const columns = Object.keys(row);
  const statement = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => (names.includes(name) ? `@${name}` : `@_${name}`)).join(', ')})`,
  );
  const fixed = Object.fromEntries(
    columns.filter((name) => !names.includes(name)).map((name) => [`_${name}`, row[name]]),
  );
  return (values) => statement.run({ ...fixed, ...values });
}

/** Returns the number of turns of each session: most have few, and few have many. */
function turnsOf(sessions, messages, roll) {
  const shares = Array.from({ length: sessions }, () => 1 / (roll() + 0.02));
  const sum = shares.reduce((before, share) => before + share, 0);
  return shares.map((share) => Math.max(1, Math.round(((share / sum) * messages) / 2)));
}

/**
 * Adds sessions like the newest one of a data directory, which has one finished turn, with about `messages` messages
 * in total, half of them prompts. Distributes them over the existing workspaces and two years; archives every tenth.
 * A turn has only the events that its messages need. The search index is not updated.
 */
export function fillLibrary(home, { sessions, messages, now = Date.now(), seed = 1 }) {
  const db = new Database(join(home, 'agent.db'));
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -65536');
  try {
    return db.transaction(() => fill(db, { sessions, messages, now, seed }))();
  } finally {
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
  }
}

function fill(db, { sessions, messages, now, seed }) {
  const writer = createWriter(seed);
  const model = db.prepare('SELECT * FROM sessions WHERE forming = 0 ORDER BY key DESC LIMIT 1').get();
  const one = (table) => db.prepare(`SELECT * FROM ${table} WHERE session_key = ? LIMIT 1`).get(model.key);
  const events = db.prepare('SELECT * FROM events WHERE session_key = ? ORDER BY seq').all(model.key);
  const ended = events.find(({ type }) => type === 'turn.ended');
  const add = {
    session: insertLike(db, 'sessions', { ...model, owner: null }, [
      ...['key', 'id', 'epoch', 'workspace_id', 'cwd', 'title', 'title_kind', 'created_at', 'updated_at'],
      ...['archived_at', 'last_prompt', 'last_seq', 'message_count', 'turn_count', 'input_tokens', 'output_tokens'],
    ]),
    agent: insertLike(db, 'agents', { ...one('agents'), rendered: null, anchor: null }, ['session_key', 'last_turn']),
    event: insertLike(db, 'events', { ...ended }, ['session_key', 'seq', 'type', 'visibility', 'time', 'payload']),
    message: insertLike(db, 'messages', one('messages'), [
      ...['session_key', 'seq', 'id', 'role', 'turn_id', 'step', 'created_at'],
    ]),
    turn: insertLike(db, 'turns', { ...one('turns'), prompt_id: null }, [
      ...['session_key', 'turn_id', 'started_seq', 'ended_seq'],
    ]),
    text: db.prepare(
      'INSERT INTO search_text (session_key, seq, agent_id, role, turn_id, time, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
  };
  const source = {
    opening: events.slice(
      0,
      events.findIndex(({ type }) => type === 'prompt.submitted'),
    ),
    ended: JSON.parse(ended.payload),
    model,
    workspaces: db.prepare('SELECT id, root FROM workspaces WHERE registered = 1').all(),
  };
  let made = 0;
  turnsOf(sessions, messages, writer.roll).forEach((turns, index) => {
    made += addSession({ add, writer, source, index, turns, now });
  });
  db.exec('DELETE FROM search_queue');
  return { sessions, messages: made };
}

function addSession({ add, writer, source, index, turns, now }) {
  const key = source.model.key + index + 1;
  const id = `session_${key.toString().padStart(26, '0')}`;
  const { id: workspace_id, root: cwd } = source.workspaces[index % source.workspaces.length];
  const created_at = now - dayMs - writer.below(2 * 365 * dayMs);
  const title = writer.text(3 + writer.below(4)).slice(0, 200);
  let [seq, time, last_prompt] = [0, created_at, null];
  const record = ({ type, visibility }, payload) => {
    seq += 1;
    time += 1;
    add.event({ session_key: key, seq, type, visibility, time, payload: JSON.stringify(payload) });
  };
  for (const event of source.opening) record(event, JSON.parse(event.payload.replaceAll(source.model.id, id)));
  const shown = { visibility: 1 };
  const say = (turn, role, text) => {
    const message = {
      id: `msg_${id.slice(8)}${seq}`,
      session_id: id,
      role,
      content: [{ type: 'text', text }],
      created_at: new Date(time).toISOString(),
      metadata: { ...(role === 'user' && { origin: { kind: 'user' } }), agent_id: 'main', turn_id: turn },
    };
    const step = role === 'assistant' ? 1 : null;
    record({ type: 'message.appended', ...shown }, { agentId: 'main', turnId: turn, ...(step && { step }), message });
    add.message({ session_key: key, seq, id: message.id, role, turn_id: turn, step, created_at: time });
    add.text.run(key, seq, 'main', role, turn, time, text);
  };
  for (let turn = 1; turn <= turns; turn += 1) {
    time = Math.min(now - 60_000, time + 20_000 + writer.below(turn % 20 === 0 ? dayMs : 120_000));
    last_prompt = writer.prompt();
    record(
      { type: 'turn.started', ...shown },
      { agentId: 'main', turnId: turn, origin: { kind: 'user' }, prompt: last_prompt },
    );
    const started_seq = seq;
    say(turn, 'user', last_prompt);
    time += 3_000;
    say(turn, 'assistant', writer.answer());
    record({ type: 'turn.ended', ...shown }, { ...source.ended, turnId: turn, time });
    add.turn({ session_key: key, turn_id: turn, started_seq, ended_seq: seq });
  }
  record({ type: 'session.meta.updated', visibility: 2 }, { agentId: 'main', title, patch: { title } });
  add.text.run(key, seq, '', 'title', null, time, title);
  add.agent({ session_key: key, last_turn: turns });
  add.session({
    ...{ key, id, epoch: `ep_${id.slice(8)}`, workspace_id, cwd, title, title_kind: 'generated', created_at },
    ...{ updated_at: time, archived_at: index % 10 === 9 ? time : null, last_prompt, last_seq: seq },
    ...{ message_count: turns * 2, turn_count: turns, input_tokens: turns * 1_200, output_tokens: turns * 90 },
  });
  return turns * 2;
}
