/** Parses and judges a command line within its time limit, and provides the facts for the decision (engine.md 7). */
import { createTimeLimit, type TimeLimit } from '../commandline/timelimit.js';
import { parseCommandLine } from '../commandline/parse.js';
import { Unparsable, type ParsedLine, type Redirection, type SimpleCommand, type Word } from '../commandline/syntax.js';
import type { Subject } from '../../tools/tool.js';
import { inside, resolveReal } from '../../base/fs/paths.js';
import { dangerLabels, type DangerLabel } from './danger.js';
import { createLookup, directoriesOf, redirected, secretWords, type Directories, type Redirected } from './places.js';
import type { PermissionPolicy } from './policy.js';

type CommandSubject = Extract<Subject, { kind: 'command' }>;

export interface CommandFacts {
  /** the line without surrounding blanks */
  text: string;
  line: ParsedLine;
  directories: Directories;
  redirections: Redirected[];
  danger: DangerLabel[];
  /** whether a word may lead to a sensitive file */
  secret(word: Word): boolean;
  /** whether a word may lead to a sensitive file that the sandbox does not hide */
  namesVisibleSecret(): boolean;
  /** the line starts in a directory of the workspace */
  startsInside: boolean;
  /** the time ran out: only the text is known */
  timedOut: boolean;
  /** returns these facts for one simple command in its place; absent when only the text is known */
  part?(command: SimpleCommand): CommandFacts;
  /** counts work that grows with the line; throws `Unparsable` once the time is used up */
  count(pieces?: number): void;
}

interface Analysis {
  timeLimit: TimeLimit;
  facts?: CommandFacts;
  over: boolean;
}

// Each evaluation has its own policy object; its two halves judge the same call.
const analyses = new WeakMap<PermissionPolicy, WeakMap<CommandSubject, Analysis>>();

function analysisOf(subject: CommandSubject, policy: PermissionPolicy): Analysis {
  const known = analyses.get(policy) ?? new WeakMap<CommandSubject, Analysis>();
  analyses.set(policy, known);
  const analysis = known.get(subject) ?? { timeLimit: createTimeLimit(policy.now), over: false };
  known.set(subject, analysis);
  return analysis;
}

/**
 * Decides on a command line. All parts of an evaluation share its time limit. When the time runs out, the line is
 * unparsable, and the decision is repeated on this basis.
 */
export function onCommand<T>(subject: CommandSubject, policy: PermissionPolicy, decide: (facts: CommandFacts) => T): T {
  const analysis = analysisOf(subject, policy);
  if (!analysis.over)
    try {
      return analysis.timeLimit.within(() => decide((analysis.facts ??= analyze(subject, policy, analysis.timeLimit))));
    } catch (error) {
      if (!(error instanceof Unparsable)) throw error;
      analysis.over = true;
      analysis.facts = unreadable(subject, policy, error.message);
    }
  return decide(analysis.facts ?? unreadable(subject, policy, ''));
}

/** Longer lists of commands are not judged individually. */
const maxParts = 1_000;

/**
 * Decides on each simple command of a line as a separate line in its place. All share the time limit of one line.
 * Returns undefined when the time runs out, and for unknown or too many commands.
 */
export function onEachCommand<T>(
  subject: CommandSubject,
  policy: PermissionPolicy,
  decide: (alone: CommandSubject, command: SimpleCommand, facts: CommandFacts) => T,
): T[] | undefined {
  return onCommand(subject, policy, ({ line, part, count }) => {
    if (!part || line.commands.length > maxParts) return undefined;
    return line.commands.map((command) => {
      const facts = part(command);
      const alone: CommandSubject = { kind: 'command', command: facts.text, cwd: subject.cwd };
      const { timeLimit } = analysisOf(subject, policy);
      analyses.get(policy)?.set(alone, { timeLimit, facts, over: false });
      const decided = decide(alone, command, facts);
      // decisions made after the time ran out are invalid
      count(0);
      return decided;
    });
  });
}

// The line of a subject is the same for all policies.
const parsed = new WeakMap<CommandSubject, ParsedLine>();

function analyze(subject: CommandSubject, policy: PermissionPolicy, timeLimit: TimeLimit): CommandFacts {
  const line = parsed.get(subject) ?? parseCommandLine(subject.command, timeLimit, policy.shells);
  parsed.set(subject, line);
  const lookup = createLookup(timeLimit.count);
  const directories = directoriesOf(line, subject.cwd, policy.userHome, lookup);
  const secret = secretWords(directories, policy, lookup);
  const labels = (part: ParsedLine) => dangerLabels(part, { userHome: policy.userHome, secret }, timeLimit.count);
  const danger = labels(line);
  if (line.unparsable === undefined && danger.includes('pipe-to-shell')) {
    line.unparsable = 'a program reads code that is not on the line';
    danger.push('unparsable');
  }
  const visible = secretWords(directories, policy, lookup, true);
  const shared = {
    directories,
    secret,
    namesVisibleSecret: () =>
      [...line.commands.flatMap(({ words }) => words), ...line.redirections.map(({ target }) => target)].some(visible),
    startsInside: inside(policy.workspace, lookup.real(subject.cwd)),
    timedOut: false,
    count: timeLimit.count,
  };
  const leading = (part: ParsedLine) => redirected(part, directories, policy.userHome, lookup);
  let ofNone: Redirection[] | undefined;
  return {
    ...shared,
    text: subject.command.trim(),
    line,
    redirections: leading(line),
    danger,
    part(command) {
      timeLimit.count();
      ofNone ??= withoutCommand(line);
      const part = { ...line, commands: [command], redirections: [...(command.redirections ?? []), ...ofNone] };
      return {
        ...shared,
        text: command.forms[0] ?? '',
        line: part,
        redirections: leading(part),
        danger: labels(part),
      };
    },
  };
}

/** Returns redirections of groups and loops, which apply to all commands in them. */
function withoutCommand({ commands, redirections }: ParsedLine): Redirection[] {
  const owned = new Set(commands.flatMap((command) => command.redirections ?? []));
  return redirections.filter((each) => !owned.has(each));
}

function unreadable(subject: CommandSubject, policy: PermissionPolicy, reason: string): CommandFacts {
  const cwd = resolveReal(subject.cwd);
  return {
    text: subject.command.trim(),
    line: { commands: [], redirections: [], moves: [], repeats: false, bars: [], forks: false, unparsable: reason },
    directories: { possible: [cwd], unknown: true },
    redirections: [],
    danger: ['unparsable'],
    secret: () => false,
    namesVisibleSecret: () => false,
    startsInside: inside(policy.workspace, cwd),
    timedOut: true,
    count: () => {},
  };
}
