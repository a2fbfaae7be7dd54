/** Validates combinations of main options, in the order of cli.md 3. */
import { UsageFailure } from './failures.js';
import { scriptRules, scriptValues, type ScriptOptions } from './script-options.js';

/** Values as typed; `true` for a session option without an id. */
export interface MainOptions {
  session: string | true | undefined;
  resume: string | true | undefined;
  continue: boolean;
  model: string | undefined;
  prompt: string | undefined;
  outputFormat: string | undefined;
  yolo: boolean;
  auto: boolean;
  plan: boolean;
  skillsDirs: readonly string[];
  agents: readonly string[];
  agentFiles: readonly string[];
  addDirs: readonly string[];
  runtime: string | undefined;
  screenReader: boolean;
  /** absent without a prompt */
  script?: ScriptOptions;
}

export type OutputFormat = 'text' | 'stream-json';

/** Throws UsageFailure for the first violated rule. `subcommand` is its path, if given. */
export function checkMainOptions(options: MainOptions, before: readonly string[] = [], subcommand = ''): void {
  const problem =
    blankValue(options) ??
    promptRules(options) ??
    agentRules(options) ??
    sessionRules(options) ??
    modeRules(options) ??
    (options.script && scriptRules(options.script, { prompt: options.prompt, resuming: resumingName(options) }));
  if (problem) throw new UsageFailure(problem);
  if (before[0]) throw new UsageFailure(`${before[0]} has no meaning before ${subcommand}`);
}

/** Returns the format of the flag, the variable, or else `text`; throws UsageFailure for an unknown one (cli.md 3). */
export function outputFormat(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): OutputFormat {
  const variable = env['AGENT_MODEL_OUTPUT_FORMAT'];
  const value = given ?? (variable?.trim() || 'text');
  if (value === 'text' || value === 'stream-json') return value;
  const source = given === undefined ? 'AGENT_MODEL_OUTPUT_FORMAT' : '--output-format';
  throw new UsageFailure(`${source} must be text or stream-json, not ${JSON.stringify(value)}`);
}

function blankValue(options: MainOptions): string | undefined {
  const values: [string, readonly (string | undefined)[]][] = [
    ['--prompt', [options.prompt]],
    ['--model', [options.model]],
    ['--agent', options.agents],
    ['--agent-file', options.agentFiles],
    ['--skills-dir', options.skillsDirs],
    ['--add-dir', options.addDirs],
    ['--runtime', [options.runtime]],
    ...(options.script ? scriptValues(options.script) : []),
  ];
  const blank = values.find(([, given]) => given.some((value) => value !== undefined && value.trim() === ''));
  return blank && `${blank[0]} needs a value`;
}

function promptRules(options: MainOptions): string | undefined {
  if (options.prompt === undefined) {
    return options.outputFormat === undefined ? undefined : '--output-format only works with --prompt';
  }
  const mode = options.yolo ? '--yolo' : options.auto ? '--auto' : options.plan ? '--plan' : undefined;
  const other = mode ?? (options.screenReader ? '--screen-reader' : undefined);
  return other && `--prompt and ${other} exclude each other`;
}

function agentRules({ agents, agentFiles, ...options }: MainOptions): string | undefined {
  if (agents.length > 0 && agentFiles.length > 0) return '--agent and --agent-file exclude each other';
  if (agents.length > 1) return '--agent may be given only once';
  if (agentFiles.length > 1) return '--agent-file may be given only once';
  const given = agents.length > 0 ? '--agent' : agentFiles.length > 0 ? '--agent-file' : undefined;
  const resuming = resumingName(options);
  return (
    given &&
    resuming &&
    `${given} and ${resuming} exclude each other: the agent of a session is fixed when it is created`
  );
}

function sessionRules(options: MainOptions): string | undefined {
  const name = sessionName(options);
  if (!name) return undefined;
  if ((options.session ?? options.resume) === true && options.prompt !== undefined) {
    return `${name} without an id and --prompt exclude each other: there is nothing to choose from`;
  }
  if (options.continue) return `--continue and ${name} exclude each other`;
  if (options.session !== undefined && options.resume !== undefined)
    return '--session and --resume are the same option: give one of them';
  return undefined;
}

function modeRules({ yolo, auto }: MainOptions): string | undefined {
  return yolo && auto ? '--yolo and --auto exclude each other' : undefined;
}

function resumingName(options: Pick<MainOptions, 'session' | 'resume' | 'continue'>): string | undefined {
  return sessionName(options) ?? (options.continue ? '--continue' : undefined);
}

function sessionName({ session, resume }: Pick<MainOptions, 'session' | 'resume'>): string | undefined {
  return session !== undefined ? '--session' : resume !== undefined ? '--resume' : undefined;
}
