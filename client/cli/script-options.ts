/** The options of `-p` for scripts, and the rules between them (acp-cli.md 8.1). */
import type { PromptLimits } from '../../schemas/generated/types.js';
import { closeNames } from '../view/nearest.js';
import type { OptionSpec } from './options.js';

/** Values as typed. */
export interface ScriptOptions {
  files: readonly string[];
  stdin: boolean;
  tools: string | undefined;
  denies: readonly string[];
  appendSystem: string | undefined;
  mcpConfigs: readonly string[];
  onlyMcpConfig: boolean;
  title: string | undefined;
  ephemeral: boolean;
  result: string | undefined;
  schema: string | undefined;
  maxSteps: string | undefined;
  maxUsd: string | undefined;
  maxTime: string | undefined;
  onLimit: string | undefined;
  fallbackModel: string | undefined;
}

export const scriptOptions: readonly OptionSpec[] = [
  {
    names: ['--file'],
    value: { label: 'path', kind: 'file' },
    repeatable: true,
    summary: 'with --prompt: a file or directory to attach to the prompt; repeatable',
  },
  { names: ['--stdin'], summary: 'with --prompt: append what stdin holds to the prompt' },
  {
    names: ['--tools'],
    value: { label: 'names' },
    summary: 'with --prompt: allow only these tools, separated by commas; * matches any characters',
  },
  {
    names: ['--deny'],
    value: { label: 'rule' },
    repeatable: true,
    summary: 'with --prompt: a permission rule that denies calls of this run, such as "Bash(git push*)"; repeatable',
  },
  {
    names: ['--append-system'],
    value: { label: 'text' },
    summary: 'with --prompt: text to append to the system prompt of a new session; @<path> reads it from a file',
  },
  {
    names: ['--mcp-config'],
    value: { label: 'path', kind: 'file' },
    repeatable: true,
    summary: 'with --prompt: MCP servers of this run, in the form of mcp.json; repeatable',
  },
  { names: ['--only-mcp-config'], summary: 'with --prompt: use only the MCP servers of --mcp-config' },
  { names: ['--title'], value: { label: 'text' }, summary: 'with --prompt: title of the session' },
  { names: ['--ephemeral'], summary: 'with --prompt: delete the new session at the end, also after a failure' },
  {
    names: ['--result'],
    value: { label: 'path', kind: 'file' },
    summary: 'with --prompt: write the outcome of the run to this file as JSON',
  },
  {
    names: ['--schema'],
    value: { label: 'path', kind: 'file' },
    summary: 'with --prompt: end with an object that matches this JSON Schema; exit 5 without one',
  },
  {
    names: ['--max-steps'],
    value: { label: 'n' },
    summary: 'with --prompt: limit the number of steps; exit 4 at the limit',
  },
  {
    names: ['--max-usd'],
    value: { label: 'amount' },
    summary: 'with --prompt: limit the cost, in dollars; exit 4 at the limit',
  },
  {
    names: ['--max-time'],
    value: { label: 'duration' },
    summary: 'with --prompt: limit the time, such as 30s, 10m or 2h; exit 4 at the limit',
  },
  {
    names: ['--on-limit'],
    value: { label: 'stop|answer', values: ['stop', 'answer'] },
    summary: 'with --prompt: at a limit of steps or time, stop, or take one last step without tools; default stop',
  },
  {
    names: ['--fallback-model'],
    value: { label: 'alias', kind: 'model' },
    summary: 'with --prompt: model that continues a turn when the first one stays unavailable',
  },
];

/** Returns a problem with a name of `--tools` that matches no tool; MCP tools are known only while servers run. */
export function unknownTool(names: readonly string[], known: readonly string[]): string | undefined {
  for (const name of names) {
    if (name.startsWith('mcp__') || known.some((tool) => matches(name, tool))) continue;
    const near = closeNames(name, known).slice(0, 3);
    const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : `there are ${known.join(', ')}`;
    return `--tools: ${JSON.stringify(name)} matches no tool; ${hint}`;
  }
  return undefined;
}

function matches(name: string, tool: string): boolean {
  const parts = name.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(tool);
}

/** Returns the options that need a value, with the given values. */
export function scriptValues(options: ScriptOptions): [string, readonly (string | undefined)[]][] {
  return [
    ['--file', options.files],
    ['--tools', options.tools?.split(',') ?? []],
    ['--deny', options.denies],
    ['--append-system', [options.appendSystem]],
    ['--mcp-config', options.mcpConfigs],
    ['--title', [options.title]],
    ['--result', [options.result]],
    ['--schema', [options.schema]],
    ['--max-steps', [options.maxSteps]],
    ['--max-usd', [options.maxUsd]],
    ['--max-time', [options.maxTime]],
    ['--on-limit', [options.onLimit]],
    ['--fallback-model', [options.fallbackModel]],
  ];
}

const longestTitle = 200;

/** Returns the first violated rule. `resuming`: the option that names an existing session. */
export function scriptRules(
  options: ScriptOptions,
  { prompt, resuming }: { prompt: string | undefined; resuming: string | undefined },
): string | undefined {
  if (prompt === undefined) {
    const given = givenNames(options)[0];
    return given && `${given} only works with --prompt`;
  }
  if (options.stdin && prompt === '-') return '--stdin and --prompt - exclude each other: both read stdin';
  if (options.ephemeral && resuming !== undefined)
    return `--ephemeral and ${resuming} exclude each other: only a new session is deleted at the end`;
  if (options.appendSystem !== undefined && resuming !== undefined)
    return `--append-system and ${resuming} exclude each other: the system prompt is fixed when a session is created`;
  if (options.result?.trim() === '-') return '--result needs a file: stdout belongs to the output format';
  if ((options.title?.length ?? 0) > longestTitle) return `--title is longer than ${longestTitle} characters`;
  if (options.onLimit !== undefined && options.maxSteps === undefined && options.maxTime === undefined)
    return '--on-limit needs --max-steps or --max-time';
  const limits = limitsOf(options);
  return typeof limits === 'string' ? limits : undefined;
}

/** Maximum of `wallMs`: a week. */
const longestMs = 7 * 24 * 60 * 60 * 1_000;
const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** Returns the limits of the run; undefined without any. A string describes an invalid option. */
export function limitsOf({ maxSteps, maxUsd, maxTime, onLimit }: ScriptOptions): PromptLimits | string | undefined {
  const limits: PromptLimits = {};
  if (maxSteps !== undefined) {
    limits.steps = Number(maxSteps);
    if (!/^\d{1,7}$/.test(maxSteps) || limits.steps < 1 || limits.steps > 1_000_000)
      return '--max-steps needs a whole number from 1 to 1000000';
  }
  if (maxUsd !== undefined) {
    limits.usd = Number(maxUsd);
    if (!/^\d{1,9}(\.\d{1,9})?$/.test(maxUsd) || limits.usd <= 0)
      return '--max-usd needs an amount in dollars, such as 0.50';
  }
  if (maxTime !== undefined) {
    const [, amount, unit] = /^(\d{1,9})([smh])$/.exec(maxTime) ?? [];
    limits.wall_ms = Number(amount) * unitMs[(unit ?? 's') as keyof typeof unitMs];
    if (!(limits.wall_ms >= 1_000 && limits.wall_ms <= longestMs))
      return '--max-time needs a duration from 1s to a week, such as 30s, 10m or 2h';
  }
  if (onLimit !== undefined) {
    if (onLimit !== 'stop' && onLimit !== 'answer') return '--on-limit must be stop or answer';
    limits.on_limit = onLimit;
  }
  return Object.keys(limits).length === 0 ? undefined : limits;
}

function givenNames(options: ScriptOptions): string[] {
  const flags: [string, boolean][] = [
    ['--stdin', options.stdin],
    ['--only-mcp-config', options.onlyMcpConfig],
    ['--ephemeral', options.ephemeral],
  ];
  return [
    ...scriptValues(options)
      .filter(([, given]) => given.some((value) => value !== undefined))
      .map(([name]) => name),
    ...flags.filter(([, isGiven]) => isGiven).map(([name]) => name),
  ];
}
