/** Decides what the sandbox changes: what runs inside without approval, leaves, or stays out (runtimes.md 8). */
import path from 'node:path';
import { inside, resolveReal } from '../../base/fs/paths.js';
import type { Subject } from '../../tools/tool.js';
import { canonicalHost, hostPattern } from '../../base/net/hostrules.js';
import { parseUrl } from '../../../schemas/url.js';
import { ruleOnAny, ruleOnRedirection, ruleThatAllows } from './commands.js';
import { onCommand, type CommandFacts } from './facts.js';
import { isHidden, type PlaceForms } from './places.js';
import { protectedNames } from '../../runtimes/protect.js';
import type { PermissionCall, PermissionPolicy, SandboxPolicy, Step, Verdict } from './policy.js';
import type { Rule } from './rules.js';

export interface Decision {
  decision: Verdict['decision'];
  step: Step;
  reason: string;
  rule?: Rule;
  warning?: string;
}

export interface Case {
  call: PermissionCall;
  policy: PermissionPolicy;
  command?: CommandFacts;
}

/** Returns the sandbox of a policy if this machine supports it. */
function containing({ sandbox }: PermissionPolicy): SandboxPolicy | undefined {
  return sandbox?.unavailable === undefined ? sandbox : undefined;
}

/** Whether the kernel keeps commands read-only, so that their text need not be checked for writes. */
export function isHeld({ call, policy }: Case): boolean {
  return containing(policy)?.enforcesPlan === true && !isLeaving(call);
}

export function isLeaving({ subject }: PermissionCall): boolean {
  return subject.kind === 'command' && subject.leaves === true;
}

/** Returns a deny rule for `Leave` that matches a command which is to run outside. */
export function leaveDenied(rules: readonly Rule[], { call, policy, command }: Case): Rule | undefined {
  return command && isLeaving(call) ? ruleOnAny(rules, 'Leave', command, policy, true) : undefined;
}

/** Whether rules let a whole command line leave that did not ask for it, and no rule denies or asks. */
export function leavesByRule(subject: Subject, policy: PermissionPolicy): boolean {
  if (!containing(policy) || policy.readOnly || policy.plan.active || subject.kind !== 'command') return false;
  const { config, launch, session } = policy.rules;
  const rules = [...config, ...launch, ...session].filter(({ tool }) => tool === 'Leave');
  if (!rules.some(({ decision }) => decision === 'allow')) return false;
  return onCommand(subject, policy, (command) => {
    const rulesWith = (decision: Rule['decision']) => rules.filter((rule) => rule.decision === decision);
    if (ruleOnAny([...rulesWith('deny'), ...rulesWith('ask')], 'Leave', command, policy, true)) return false;
    return ruleThatAllows(rulesWith('allow'), 'Leave', command, policy) !== undefined;
  });
}

const unanswered = 'nobody can let it out in auto mode; find another way or report back';

/** Decides on a command that is to run outside; returns undefined for every other call. */
export function outside({ call, policy, command }: Case): Decision | undefined {
  if (!command || !isLeaving(call)) return undefined;
  const { mode, plan, rules } = policy;
  const asked = (step: Step, why: string, rule?: Rule): Decision => ({
    decision: mode === 'auto' ? 'deny' : 'ask',
    step,
    reason: mode === 'auto' ? unanswered : `outside the sandbox: ${why}`,
    ...(rule && { rule }),
  });
  if (plan.active) return asked('plan', 'plan mode');
  const given = [...rules.config, ...rules.launch];
  const rulesWith = (from: readonly Rule[], decision: Rule['decision']) =>
    from.filter((rule) => rule.decision === decision);
  const allowing = (from: readonly Rule[], tool: string) =>
    ruleThatAllows(rulesWith(from, 'allow'), tool, command, policy);
  const leaves = (from: readonly Rule[]) => from.filter(({ tool }) => tool === 'Leave');
  const kept = allowing(leaves(rules.session), 'Leave');
  if (kept) return { decision: 'allow', step: 'session-rule', reason: 'approved for this session', rule: kept };
  const asking = rulesWith(given, 'ask');
  const asks =
    ruleOnAny(asking, 'Leave', command, policy, false) ??
    ruleOnAny(asking, call.tool.name, command, policy, false) ??
    ruleOnRedirection(asking, 'Write', command, policy) ??
    ruleOnRedirection(asking, 'Read', command, policy);
  if (asks) return asked('ask-rule', `the rule ${asks.text} asks`, asks);
  const rule = allowing(leaves(given), 'Leave') ?? allowing(given, call.tool.name);
  if (rule) return { decision: 'allow', step: 'allow-rule', reason: `allowed by the rule ${rule.text}`, rule };
  return asked('mode', `${mode} mode`);
}

/** Decides on a command that this machine cannot contain although its session requires it (runtimes.md 3.3). */
export function uncontained({ policy: { sandbox, mode }, command }: Case): Decision | undefined {
  if (!command || sandbox?.unavailable === undefined || sandbox.whenUnavailable === 'run') return undefined;
  const why = notSandboxed(sandbox.unavailable);
  if (sandbox.whenUnavailable === 'refuse')
    return { decision: 'deny', step: 'sandbox', reason: `${why}; when_unavailable of [sandbox] refuses it` };
  return mode === 'auto' ? { decision: 'deny', step: 'sandbox', reason: `${why}; auto mode asks no one` } : undefined;
}

const notSandboxed = ({ reason, why }: NonNullable<SandboxPolicy['unavailable']>): string =>
  `not sandboxed (${reason}); ${why}`;

/** Returns the reason of a decision, with a note when the command would run unconfined. */
export function withContainment({ policy: { sandbox, mode }, command }: Case, reason: string): string {
  return command && mode !== 'auto' && sandbox?.unavailable !== undefined && sandbox.whenUnavailable === 'ask'
    ? `${notSandboxed(sandbox.unavailable)}; ${reason}`
    : reason;
}

/** Step 5a: allows what the sandbox makes harmless. */
export function byContainment({ call, policy, command }: Case): Decision | undefined {
  const sandbox = containing(policy);
  const { subject } = call;
  if (sandbox && subject.kind === 'path' && subject.operation === 'write')
    if (inside([resolveReal(policy.temporary.session)], subject.resolved))
      return { decision: 'allow', step: 'sandbox', reason: "it writes the session's own temporary folder" };
  if (!sandbox || sandbox.approve === 'none') return undefined;
  if ((policy.plan.active || policy.readOnly) && !sandbox.enforcesPlan) return undefined;
  if (command) {
    const isPrevented = (label: string): boolean =>
      label !== 'recursive-delete' &&
      label !== 'history-rewrite' &&
      (label !== 'secret-file' || !command.namesVisibleSecret());
    return command.danger.every(isPrevented)
      ? { decision: 'allow', step: 'sandbox', reason: 'it runs inside the sandbox' }
      : undefined;
  }
  if (sandbox.approve !== 'all' || subject.kind !== 'path' || subject.operation !== 'write') return undefined;
  return isWritable(subject, policy)
    ? { decision: 'allow', step: 'sandbox', reason: 'it writes where the sandbox can' }
    : undefined;
}

/** Step 6 of auto mode: limits file tools to what commands can reach, even through a link that a command created. */
export function beyondBoundary({ call, policy }: Case): Decision | undefined {
  const { subject } = call;
  const { sandbox, mode } = policy;
  if (mode !== 'auto' || !sandbox || (sandbox.unavailable !== undefined && sandbox.whenUnavailable === 'run'))
    return undefined;
  if (subject.kind !== 'path') return undefined;
  if (isHidden(subject, policy))
    return { decision: 'deny', step: 'sensitive', reason: `${subject.absolute} is hidden from the sandbox` };
  return subject.operation === 'read' || isWritable(subject, policy)
    ? undefined
    : { decision: 'deny', step: 'sandbox', reason: `${subject.absolute} is read-only in the sandbox` };
}

/** Names at the top of a workspace directory that configure programs outside the sandbox. */
const protectedAtTop: ReadonlySet<string> = new Set(protectedNames);

/** Whether sandboxed commands can write a file that is not protected. */
function isWritable({ resolved }: PlaceForms, { sandbox, workspace, temporary }: PermissionPolicy): boolean {
  if (inside([resolveReal(temporary.session)], resolved)) return true;
  if (!inside([...workspace, ...(sandbox?.writable ?? [])], resolved)) return false;
  // the file system may ignore case
  const within = (root: string) => path.relative(root, resolved).toLowerCase().split(path.sep);
  return workspace
    .filter((root) => inside([root], resolved))
    .every((root) => !protectedAtTop.has(within(root)[0] ?? '') && !within(root).includes('.git'));
}

/** The target of a connection. `host` is canonical. */
export interface Destination {
  host: string;
  port: number;
}

/** Returns the destination of a web address; undefined for any other text. */
function destinationOf(address: string): Destination | undefined {
  const url = parseUrl(address);
  const host = url && canonicalHost(url.hostname.replace(/^\[|\]$/gu, ''));
  if (!url || host === undefined) return undefined;
  return { host, port: url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port) };
}

/** Whether a rule matches a destination. */
function onDestination(rule: Rule, { host, port }: Destination): boolean {
  if (rule.tool !== 'Network') return false;
  const pattern = hostPattern(rule.pattern);
  return !('error' in pattern) && pattern.matches(host, port) !== rule.inverted;
}

/** Returns the rule that decides on a connection: deny first, then approvals for the session, then ask, then allow. */
export function networkRule({ config, launch, session }: PermissionPolicy['rules'], to: Destination): Rule | undefined {
  const find = (rules: readonly Rule[], decision: Rule['decision']) =>
    rules.find((rule) => rule.decision === decision && onDestination(rule, to));
  const given = [...config, ...launch];
  return find([...given, ...session], 'deny') ?? find(session, 'allow') ?? find(given, 'ask') ?? find(given, 'allow');
}

/** Applies `Network` rules and the mode to a fetch in a session with the sandbox. */
export function byNetwork({ call: { tool, subject }, policy }: Case): Decision | undefined {
  const { sandbox, mode, rules } = policy;
  if (tool.name !== 'FetchURL' || subject.kind !== 'url' || !sandbox || sandbox.network === 'host') return undefined;
  const to = destinationOf(subject.url);
  const rule = to && networkRule(rules, to);
  if (rule?.decision === 'allow')
    return rules.session.includes(rule)
      ? { decision: 'allow', step: 'session-rule', reason: 'approved for this session', rule }
      : { decision: 'allow', step: 'allow-rule', reason: `allowed by the rule ${rule.text}`, rule };
  const why = rule ? `the rule ${rule.text} asks` : 'the sandbox reaches only approved hosts';
  const step = rule ? 'ask-rule' : 'sandbox';
  return mode === 'auto'
    ? { decision: 'deny', step, reason: `${why}; auto mode asks no one`, ...(rule && { rule }) }
    : { decision: 'ask', step, reason: why, ...(rule && { rule }) };
}

/** Returns a deny rule for `Network` that matches a fetch in a session with the sandbox. */
export function networkDenied({ call: { tool, subject }, policy }: Case): Rule | undefined {
  if (tool.name !== 'FetchURL' || subject.kind !== 'url' || !policy.sandbox) return undefined;
  const to = destinationOf(subject.url);
  const rule = to && networkRule(policy.rules, to);
  return rule?.decision === 'deny' ? rule : undefined;
}

/** Returns the rule that an approval of a fetch for the session stores. */
export function fetchScope({ call: { tool, subject }, policy: { sandbox } }: Case): string | undefined {
  if (tool.name !== 'FetchURL' || subject.kind !== 'url' || !sandbox || sandbox.network === 'host') return undefined;
  const host = destinationOf(subject.url)?.host;
  return host === undefined ? undefined : `Network(${host.includes(':') ? `[${host}]` : host})`;
}
