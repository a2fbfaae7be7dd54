/** Describes effects of the sandbox in a command's result: refused access, quarantined files (runtimes.md 9.3). */
import { shownHost } from '../base/net/hostrules.js';
import { head } from '../base/text/cut.js';
import type { ResultDisplay } from '../../schemas/generated/types.js';
import type { Profile, Traces } from '../runtimes/runtimes.js';
import { showPath } from './text.js';

export interface SandboxFacts {
  profile: Profile;
  traces: Traces;
  /** the command is read-only because of plan mode */
  inPlan: boolean;
  /** the model may repeat the call outside of the sandbox */
  mayLeave: boolean;
}

/** Messages of programs when the sandbox refuses a change, and when a host name cannot be resolved. */
const refusals = /Read-only file system|Device or resource busy|Invalid cross-device link|EROFS|EXDEV/;
const unresolved = /EAI_AGAIN|Could not resolve|Temporary failure in name resolution/;
/** The last chars of the output that are searched for these messages. */
const tailChars = 20_000;
const maxChars = 1_000;
const maxRefused = 5;
const start = /^bwrap: (.*)$/;

/** Returns lines to add after a command's output; none without an effect. `failed`: its exit code is not 0. */
export function sandboxNotes(facts: SandboxFacts, { failed, text }: { failed: boolean; text: string }): string[] {
  const { profile, traces, inPlan, mayLeave } = facts;
  const [, problem] = (failed && start.exec(text)) || [];
  if (problem !== undefined) return [`[sandbox] could not start: ${problem}`];
  const end = text.slice(-tailChars);
  const hints = [
    ...traces.refused
      .slice(0, maxRefused)
      .map(({ host, port, reason }) => `refused: network ${shownHost(host, port)} (${reason})`),
    ...(failed && traces.hadNoConnection && unresolved.test(end)
      ? ['programs that ignore proxies have no network here']
      : []),
    ...(failed && refusals.test(end) ? [readOnlyNote(profile, inPlan)] : []),
  ];
  const notes = [
    ...hints,
    ...traces.refused.flatMap(({ host, port, feedback }) =>
      feedback ? [`the user's feedback on ${shownHost(host, port)}: ${feedback.replace(/\s+/g, ' ').trim()}`] : [],
    ),
    ...traces.allowed.map(({ host, port, late }) =>
      late ? `${host} is allowed now: run it again` : `${shownHost(host, port)} was allowed by the user`,
    ),
    ...traces.quarantined.map(
      (path) => `${showPath(path)} was moved to quarantine: it would configure programs outside`,
    ),
  ];
  const lines = [...new Set(notes)].map((note) => `[sandbox] ${note}`);
  const block = lines.length > 0 ? head(lines.join('\n'), maxChars).split('\n') : [];
  if (failed && hints.length > 0 && mayLeave)
    block.push('To run it outside, repeat the call with leave_sandbox and a reason.');
  return block;
}

function readOnlyNote(profile: Profile, inPlan: boolean): string {
  if (profile === 'workspace') return 'read-only here: only the workspace and $TMPDIR can be written';
  return inPlan
    ? 'plan mode: commands are read-only'
    : 'commands are read-only here: agents that only look change nothing';
}

/** Returns the same facts for clients. */
export function sandboxDisplay({
  profile,
  traces,
}: SandboxFacts): Extract<ResultDisplay, { kind: 'command_output' }>['sandbox'] {
  const { quarantined } = traces;
  const refused = traces.refused.map(({ host, port, reason }) => ({ host, port, reason }));
  return refused.length + quarantined.length > 0 ? { profile, refused, quarantined } : undefined;
}
