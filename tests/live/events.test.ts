/** Real turns produce every event of ws.md 7 with every field of its schema. */
import { describe, expect, jest, test } from '@jest/globals';
import type { EventFrame } from '../helpers/turns.js';
import { events, fieldsOf, noteShown } from './fields.js';
import { around } from './scenes/around.js';
import { turns } from './scenes/turns.js';
import { work } from './scenes/work.js';
import { perform } from './stage.js';

jest.setTimeout(60_000);

const heard: EventFrame[] = [];

describe('scenes', () => {
  test.each([...turns, ...work, ...around].map((scene) => [scene.name, scene] as const))('%s', async (_name, scene) => {
    const { frames, findings } = await perform(scene);
    heard.push(...frames);
    expect(findings).toEqual([]);
    // media are sent as references, and every payload has the same three first fields (ws.md 1.5, 2)
    for (const { type, payload } of frames) {
      expect(JSON.stringify(payload)).not.toMatch(/"kind":"base64"|data:image/);
      expect([payload['type'], typeof payload['agentId'], typeof payload['sessionId']]).toEqual([
        type,
        'string',
        'string',
      ]);
    }
  });
});

/** Covered by other tests: REST types that events include whole, and an event outside of turns. */
const elsewhere = ['Config', 'Session', 'SessionPermissionRule', 'event.model_catalog.changed'];

const inbound = 'comes in with prompts and is stored in another form';
const noTool = 'no tool of ours says it';
const never = 'the engine contract has no case for it';

/** Fields that no scene produces, and why. */
const unseen: Readonly<Record<string, string>> = {
  'TokenUsage.reasoning': 'the scripted model does not count it; tests/providers/replies does',
  'tool.result.denied.rule': 'no scene has a deny rule; tests/client/script reads it',
  'ToolDisplay[command].runtime_id': 'only where commands are contained; tests/sessions/planheld',
  'ToolDisplay[command].profile': 'only where commands are contained; tests/sessions/planheld',
  'ToolDisplay[command].leave_reason': 'only where commands are contained; tests/api/runtimes',
  'RuntimeStatus.reason': 'only where commands cannot be contained; tests/api/runtimes',
  'runtime.changed': 'only where commands are contained; tests/api/runtimes',
  'runtime.changed.runtimeId': 'only where commands are contained; tests/api/runtimes',
  'runtime.changed.previous': 'only where commands are contained; tests/api/runtimes',
  'runtime.changed.by': 'only where commands are contained; tests/api/runtimes',
  'event.approval.requested.asks': 'only where commands are contained; tests/api/runtimes',
  'event.approval.requested.leave_reason': 'only where commands are contained; tests/api/runtimes',
  'Origin[cron_missed].kind': never,
  'Origin[cron_missed].count': never,
  'Origin[retry].trigger': never,
  'Message.parent_message_id': never,
  'ToolDisplay[search].scope': noTool,
  'QuestionItem.body': noTool,
  'QuestionItem.other_label': noTool,
  'QuestionItem.other_description': noTool,
  'ToolUpdate.percent': noTool,
  'ToolUpdate.replace': noTool,
  'ToolUpdate.customKind': noTool,
  'ToolUpdate.customData': noTool,
  'ResultDisplay[command_output].stderr': 'both outputs of a command are merged',
  ...Object.fromEntries(
    ['', '.profile', '.refused', '.refused.host', '.refused.port', '.refused.reason', '.quarantined'].map((field) => [
      `ResultDisplay[command_output].sandbox${field}`,
      'no sandbox is needed there; tests/api/hosts shows it',
    ]),
  ),
  'ResultDisplay[text].truncated': noTool,
  'ResultDisplay[generic].detail': noTool,
  'TaskInfo[question].timeoutMs': 'questions expire after a day, not by a limit of their task',
  'MediaSource[url].id': inbound,
  'MediaSource[base64].kind': inbound,
  'MediaSource[base64].media_type': inbound,
  'MediaSource[base64].data': inbound,
  'MediaSource[file].kind': inbound,
  'MediaSource[file].file_id': inbound,
  MentionPart: inbound,
  'MentionPart.type': inbound,
  'MentionPart.path': inbound,
  ...Object.fromEntries(
    ['', '.type', '.tool_call_id', '.output', '.is_error'].map((field) => [
      `ToolResultPart${field}`,
      'results are reported by tool.result and not as messages',
    ]),
  ),
  PromptLimit: 'limits end a prompt in tests/client/limits',
  'prompt.completed.limit': 'as above',
  'prompt.completed.result': 'as above',
  'turn.ended.limit': 'as above',
  'SessionUsage.total_cost_usd': 'nothing has a price there; tests/sessions/spending shows it',
  'SessionUsage.unknown_tokens': 'nothing has a price there; tests/sessions/spending shows it',
  'event.changes.changed.truncated': 'ours; tests/live/changes shows it',
  ...Object.fromEntries(
    ['', '.server_id', '.base_url', '.pid'].map((field) => [
      `Owner${field}`,
      'events come from the server that owns the session; tests/api/owners shows it',
    ]),
  ),
  'files.restored.left.path': 'ours; tests/sessions/undofiles shows it',
  'files.restored.left.reason': 'ours; tests/sessions/undofiles shows it',
};

test('every event was seen, and every field of each', () => {
  const seen = new Set<string>();
  const wanted = new Set<string>();
  for (const { type, payload } of heard) {
    const schema = events.get(type);
    if (!schema) throw new Error(`no schema for ${type}`);
    seen.add(type);
    noteShown(schema.payload, payload, type, seen);
  }
  for (const [type, { payload }] of events) {
    wanted.add(type);
    fieldsOf(payload, type, wanted);
  }
  const missing = [...wanted].filter(
    (name) =>
      !seen.has(name) &&
      unseen[name] === undefined &&
      !elsewhere.some((type) => name === type || name.startsWith(`${type}.`)),
  );
  expect(missing).toEqual([]);
  expect(Object.keys(unseen).filter((name) => !wanted.has(name) || seen.has(name))).toEqual([]);
});
