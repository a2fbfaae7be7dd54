/** Parses one line of the offline provider's language into actions for one or more steps (engine.md 11). */
import type { Todo } from '../../schemas/generated/types.js';

/** What a line does in one step. */
export type Action =
  | { kind: 'call'; tool: string; input: Record<string, unknown> | string }
  | { kind: 'text'; text: string }
  | { kind: 'think'; text: string }
  | { kind: 'slow'; ms: number; text: string }
  | { kind: 'fail'; status: number | 'network' | 'empty' | 'overflow' | 'filtered'; times: number }
  /** repeats a text that is not a command */
  | { kind: 'echo'; text: string };

/** State that a stage can read when its step starts. */
export interface Surroundings {
  todos: readonly Todo[] | undefined;
  planPath: string | undefined;
}

/** A line's part in one step. */
export type Stage = (surroundings: Surroundings) => Action;

interface Verb {
  /** as `help` prints it */
  usage: string;
  effect: string;
  pattern: RegExp;
  /** called with the groups of the pattern */
  read(groups: readonly (string | undefined)[]): Stage[];
}

const call =
  (tool: string, input: Record<string, unknown> | string): Stage =>
  () => ({ kind: 'call', tool, input });
const replyWith =
  (text: string): Stage =>
  () => ({ kind: 'text', text });

const verbs: Verb[] = [
  {
    usage: 'list files [in DIR]',
    effect: 'Glob',
    pattern: /^list files(?: in (.+))?$/is,
    read: ([path = '']) => [call('Glob', { pattern: '**/*', ...(path === '' ? {} : { path }) })],
  },
  {
    usage: 'find PATTERN [in DIR]',
    effect: 'Glob',
    pattern: /^find +(.+?)(?: in (\S.*))?$/is,
    read: ([pattern = '', path = '']) => [call('Glob', { pattern, ...(path === '' ? {} : { path }) })],
  },
  {
    usage: 'read FILE [from N]',
    effect: 'Read',
    pattern: /^read +(.+?)(?: from (-?\d+))?$/is,
    read: ([path = '', from = '']) => [call('Read', { path, ...(from === '' ? {} : { line_offset: Number(from) }) })],
  },
  {
    usage: 'view FILE',
    effect: 'ReadMediaFile',
    pattern: /^view +(.+)$/is,
    read: ([path = '']) => [call('ReadMediaFile', { path })],
  },
  {
    usage: 'search TEXT [in PATH]',
    effect: 'Grep',
    pattern: /^search +(.+)$/is,
    read: ([rest = '']) => {
      const at = rest.lastIndexOf(' in ');
      const [text, path] = at > 0 ? [rest.slice(0, at), rest.slice(at + 4).trim()] : [rest, ''];
      return [
        call('Grep', { pattern: escapeExpression(text), output_mode: 'content', ...(path === '' ? {} : { path }) }),
      ];
    },
  },
  {
    usage: 'run in background COMMAND',
    effect: 'Bash',
    pattern: /^run +in +background +(.+)$/is,
    read: ([command = '']) => [call('Bash', { command, run_in_background: true, description: command.slice(0, 80) })],
  },
  {
    usage: 'run COMMAND',
    effect: 'Bash',
    pattern: /^run +(.+)$/is,
    read: ([command = '']) => [call('Bash', { command })],
  },
  {
    usage: 'write FILE: TEXT',
    effect: 'Write; \\n in TEXT is a line break',
    pattern: /^write +(.+?):(?: (.*))?$/is,
    read: ([path = '', text = '']) => [call('Write', { path, content: lineBreaks(text) })],
  },
  {
    usage: 'append FILE: TEXT',
    effect: 'Write, at the end of the file',
    pattern: /^append +(.+?):(?: (.*))?$/is,
    read: ([path = '', text = '']) => [call('Write', { path, content: lineBreaks(text), mode: 'append' })],
  },
  {
    usage: 'edit FILE: OLD => NEW',
    effect: 'Read, then Edit',
    pattern: /^edit +(.+?): (.+?) =>(?: (.*))?$/is,
    read: ([path = '', before = '', after = '']) => [
      call('Read', { path }),
      call('Edit', { path, old_string: before, new_string: after }),
    ],
  },
  {
    usage: 'plan TEXT [| OPTION | OPTION]',
    effect: 'EnterPlanMode, Write, ExitPlanMode',
    pattern: /^plan +(.+)$/is,
    read: ([rest = '']) => planStages(rest),
  },
  {
    usage: 'ask QUESTION? A | B [| C [| D]]',
    effect: 'AskUserQuestion',
    pattern: /^ask +(.+)$/is,
    read: ([rest = '']) => [askStage(rest)],
  },
  {
    usage: 'todo A; B; C',
    effect: 'TodoList',
    pattern: /^todo +(.+)$/is,
    read: ([rest = '']) => [
      call('TodoList', {
        todos: rest
          .split(';')
          .map((title) => title.trim())
          .filter((title) => title !== '')
          .map((title) => ({ title, status: 'pending' })),
      }),
    ],
  },
  {
    usage: 'done N',
    effect: 'TodoList, with item N done',
    pattern: /^done +(\d+)$/i,
    read: ([number = '']) => [doneStage(Number(number))],
  },
  {
    usage: 'remind MIN HOUR DAY MONTH WEEKDAY: TEXT',
    effect: 'CronCreate',
    pattern: /^remind +((?:\S+ +){4}[^\s:]+) *:(?: (.+))?$/is,
    read: ([cron = '', prompt = '']) => [call('CronCreate', { cron: cron.split(/ +/).join(' '), prompt })],
  },
  {
    usage: 'goal done',
    effect: 'UpdateGoal, complete',
    pattern: /^goal +done$/i,
    read: () => [call('UpdateGoal', { status: 'complete' })],
  },
  {
    usage: 'goal TEXT',
    effect: 'CreateGoal',
    pattern: /^goal +(.+)$/is,
    read: ([objective = '']) => [call('CreateGoal', { objective })],
  },
  { usage: 'tasks', effect: 'TaskList', pattern: /^tasks$/i, read: () => [call('TaskList', {})] },
  {
    usage: 'output ID',
    effect: 'TaskOutput',
    pattern: /^output +(\S+)$/i,
    read: ([id = '']) => [call('TaskOutput', { task_id: id })],
  },
  {
    usage: 'stop ID',
    effect: 'TaskStop',
    pattern: /^stop +(\S+)$/i,
    read: ([id = '']) => [call('TaskStop', { task_id: id })],
  },
  {
    usage: 'wait N [ID]',
    effect: 'WaitFor, at most N seconds',
    pattern: /^wait +(\d{1,4})(?: (\S+))?$/i,
    read: ([seconds = '', id = '']) => [
      call('WaitFor', { timeout: Number(seconds), ...(id === '' ? {} : { task_id: id }) }),
    ],
  },
  {
    usage: 'agent [TYPE]: PROMPT',
    effect: 'Agent; \\n in PROMPT is a line break',
    pattern: /^agent(?: +([\w.-]+))? *: *(.+)$/is,
    read: ([type = '', prompt = '']) => [agentCall(type, prompt, false)],
  },
  {
    usage: 'background agent [TYPE]: PROMPT',
    effect: 'Agent, in the background',
    pattern: /^background +agent(?: +([\w.-]+))? *: *(.+)$/is,
    read: ([type = '', prompt = '']) => [agentCall(type, prompt, true)],
  },
  {
    usage: 'fetch URL',
    effect: 'FetchURL',
    pattern: /^fetch +(\S+)$/i,
    read: ([url = '']) => [call('FetchURL', { url })],
  },
  {
    usage: 'web TEXT',
    effect: 'WebSearch',
    pattern: /^web +(.+)$/is,
    read: ([query = '']) => [call('WebSearch', { query })],
  },
  {
    usage: 'skill NAME [ARGS]',
    effect: 'Skill',
    pattern: /^skill +(\S+)(?: +(.+))?$/is,
    read: ([skill = '', args = '']) => [call('Skill', { skill, ...(args === '' ? {} : { args }) })],
  },
  {
    usage: 'call TOOL JSON',
    effect: 'any tool',
    pattern: /^call +(\S+)(?: (.+))?$/is,
    read: ([tool = '', json = '{}']) => [call(tool, json)],
  },
  {
    usage: 'say TEXT',
    effect: 'answers with TEXT',
    pattern: /^say +(.+)$/is,
    read: ([text = '']) => [replyWith(text)],
  },
  {
    usage: 'think TEXT',
    effect: 'thinks TEXT, then answers with it',
    pattern: /^think +(.+)$/is,
    read: ([text = '']) => [() => ({ kind: 'think', text })],
  },
  {
    usage: 'slow MS TEXT',
    effect: 'answers with one word each MS milliseconds',
    pattern: /^slow +(\d{1,7}) (.+)$/is,
    read: ([ms = '', text = '']) => [() => ({ kind: 'slow', ms: Number(ms), text })],
  },
  {
    usage: 'fail STATUS [N]',
    effect: 'the request fails N times; STATUS: a number, network, empty, overflow or filtered',
    pattern: /^fail +([45]\d\d|network|empty|overflow|filtered)(?: (\d{1,4}))?$/i,
    read: ([word = '', times = '1']) => [failStage(word.toLowerCase(), Number(times))],
  },
  { usage: 'help', effect: 'prints this table', pattern: /^help$/i, read: () => [replyWith(helpText())] },
];

/** Parses a line without its `+ `; undefined when it is not a command. */
export function readLine(line: string): Stage[] | undefined {
  for (const verb of verbs) {
    const match = verb.pattern.exec(line);
    if (match) return verb.read(match.slice(1));
  }
  return undefined;
}

function planStages(rest: string): Stage[] {
  const [plan = '', ...options] = rest.split(' | ').map((part) => part.trim());
  return [
    call('EnterPlanMode', {}),
    ({ planPath }) =>
      planPath === undefined
        ? { kind: 'text', text: 'No message names the plan file, so there is no plan to write.' }
        : { kind: 'call', tool: 'Write', input: { path: planPath, content: `${lineBreaks(plan)}\n` } },
    call('ExitPlanMode', options.length === 0 ? {} : { options: options.map((label) => ({ label })) }),
  ];
}

function askStage(rest: string): Stage {
  const end = /\?(?=\s|$)/.exec(rest);
  const question = end ? rest.slice(0, end.index + 1) : rest;
  const choices = rest
    .slice(question.length)
    .split('|')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
  const labels = choices.length === 0 ? ['Yes', 'No'] : choices;
  return call('AskUserQuestion', { questions: [{ question, options: labels.map((label) => ({ label })) }] });
}

function agentCall(type: string, prompt: string, background: boolean): Stage {
  return call('Agent', {
    prompt: lineBreaks(prompt),
    description: prompt.slice(0, 80),
    ...(type === '' ? {} : { subagent_type: type }),
    ...(background ? { run_in_background: true } : {}),
  });
}

function doneStage(number: number): Stage {
  return ({ todos }) => {
    if (todos?.[number - 1] === undefined) return { kind: 'text', text: `There is no item ${number} in the list.` };
    return {
      kind: 'call',
      tool: 'TodoList',
      input: { todos: todos.map((todo, at) => (at === number - 1 ? { ...todo, status: 'done' } : todo)) },
    };
  };
}

function failStage(word: string, times: number): Stage {
  const status = /^\d+$/.test(word) ? Number(word) : (word as 'network' | 'empty' | 'overflow' | 'filtered');
  return () => ({ kind: 'fail', status, times });
}

function helpText(): string {
  const width = Math.max(...verbs.map((verb) => verb.usage.length));
  return [
    'This is the built-in offline provider. Each line of a message is one command:',
    '',
    '```text',
    ...verbs.map((verb) => `${verb.usage.padEnd(width)}  ${verb.effect}`),
    '```',
    '',
    'A line that starts with "+ " is done together with the line before.',
  ].join('\n');
}

function lineBreaks(text: string): string {
  return text.replaceAll('\\n', '\n');
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
