/** What containment changes about the decision on a call: what runs inside unasked, what may leave, what stays out (runtimes.md 8). */
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

/** The sandbox of a policy, where this machine has one. */
function containing({ sandbox }: PermissionPolicy): SandboxPolicy | undefined {
  return sandbox?.unavailable === undefined ? sandbox : undefined;
}

/** Whether commands can only read, held by the kernel: then their text need not be looked through for what they write. */
export function isHeld({ call, policy }: Case): boolean {
  return containing(policy)?.enforcesPlan === true && !isLeaving(call);
}

export function isLeaving({ subject }: PermissionCall): boolean {
  return subject.kind === 'command' && subject.leaves === true;
}

/** A deny rule of `Leave` on a command that is to run outside. */
export function leaveDenied(rules: readonly Rule[], { call, policy, command }: Case): Rule | undefined {
  return command && isLeaving(call) ? ruleOnAny(rules, 'Leave', command, policy, true) : undefined;
}

/** Whether the rules let a command out that did not ask for it: all of its line, and nothing speaks against it. */
export function leavesByRule(subject: Subject, policy: PermissionPolicy): boolean {
  if (!containing(policy) || policy.looksOnly || policy.plan.active || subject.kind !== 'command') return false;
  const { config, launch, session } = policy.rules;
  const rules = [...config, ...launch, ...session].filter(({ tool }) => tool === 'Leave');
  if (!rules.some(({ decision }) => decision === 'allow')) return false;
  return onCommand(subject, policy, (command) => {
    const speaks = (decision: Rule['decision']) => rules.filter((rule) => rule.decision === decision);
    if (ruleOnAny([...speaks('deny'), ...speaks('ask')], 'Leave', command, policy, true)) return false;
    return ruleThatAllows(speaks('allow'), 'Leave', command, policy) !== undefined;
  });
}

const unanswered = 'nobody can let it out in auto mode; find another way or report back';

/** The decision on a command that is to run outside; undefined for every other call. */
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
  const speaks = (from: readonly Rule[], decision: Rule['decision']) =>
    from.filter((rule) => rule.decision === decision);
  const allowing = (from: readonly Rule[], tool: string) =>
    ruleThatAllows(speaks(from, 'allow'), tool, command, policy);
  const leaves = (from: readonly Rule[]) => from.filter(({ tool }) => tool === 'Leave');
  const kept = allowing(leaves(rules.session), 'Leave');
  if (kept) return { decision: 'allow', step: 'session-rule', reason: 'approved for this session', rule: kept };
  const asking = speaks(given, 'ask');
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

/** The decision on a command that this machine cannot contain although its session wants it (runtimes.md 3.3). */
export function uncontained({ policy: { sandbox, mode }, command }: Case): Decision | undefined {
  if (!command || sandbox?.unavailable === undefined || sandbox.whenUnavailable === 'run') return undefined;
  const why = notSandboxed(sandbox.unavailable);
  if (sandbox.whenUnavailable === 'refuse')
    return { decision: 'deny', step: 'sandbox', reason: `${why}; when_unavailable of [sandbox] refuses it` };
  return mode === 'auto' ? { decision: 'deny', step: 'sandbox', reason: `${why}; auto mode asks no one` } : undefined;
}

const notSandboxed = ({ reason, why }: NonNullable<SandboxPolicy['unavailable']>): string =>
  `not sandboxed (${reason}); ${why}`;

/** The reason of a decision, which says when a command would run as it is. */
export function withContainment({ policy: { sandbox, mode }, command }: Case, reason: string): string {
  return command && mode !== 'auto' && sandbox?.unavailable !== undefined && sandbox.whenUnavailable === 'ask'
    ? `${notSandboxed(sandbox.unavailable)}; ${reason}`
    : reason;
}

/** Step 5a: what the sandbox makes harmless. */
export function byContainment({ call, policy, command }: Case): Decision | undefined {
  const sandbox = containing(policy);
  const { subject } = call;
  if (sandbox && subject.kind === 'path' && subject.operation === 'write')
    if (inside([resolveReal(policy.temporary.session)], subject.resolved))
      return { decision: 'allow', step: 'sandbox', reason: "it writes the session's own temporary folder" };
  if (!sandbox || sandbox.approve === 'none') return undefined;
  if ((policy.plan.active || policy.looksOnly) && !sandbox.enforcesPlan) return undefined;
  if (command) {
    const mends = (label: string): boolean =>
      label !== 'recursive-delete' &&
      label !== 'history-rewrite' &&
      (label !== 'secret-file' || !command.namesVisibleSecret());
    return command.danger.every(mends)
      ? { decision: 'allow', step: 'sandbox', reason: 'it runs inside the sandbox' }
      : undefined;
  }
  if (sandbox.approve !== 'all' || subject.kind !== 'path' || subject.operation !== 'write') return undefined;
  return isWritable(subject, policy)
    ? { decision: 'allow', step: 'sandbox', reason: 'it writes where the sandbox can' }
    : undefined;
}

/** Step 6 of auto mode: file tools reach no further than commands do, also through a link that one has made. */
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

/** Names at the top of a workspace directory that configure programs outside. */
const protectedAtTop: ReadonlySet<string> = new Set(protectedNames);

/** Whether commands inside can write a file, and nothing that is protected. */
function isWritable({ resolved }: PlaceForms, { sandbox, workspace, temporary }: PermissionPolicy): boolean {
  if (inside([resolveReal(temporary.session)], resolved)) return true;
  if (!inside([...workspace, ...(sandbox?.writable ?? [])], resolved)) return false;
  // file systems may ignore case
  const within = (root: string) => path.relative(root, resolved).toLowerCase().split(path.sep);
  return workspace
    .filter((root) => inside([root], resolved))
    .every((root) => !protectedAtTop.has(within(root)[0] ?? '') && !within(root).includes('.git'));
}

/** A place that a connection is made to; `host` is canonical. */
export interface Destination {
  host: string;
  port: number;
}

/** The destination of an address; undefined when it has none. */
function destinationOf(address: string): Destination | undefined {
  const url = parseUrl(address);
  const host = url && canonicalHost(url.hostname.replace(/^\[|\]$/gu, ''));
  if (!url || host === undefined) return undefined;
  return { host, port: url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port) };
}

/** Whether a rule speaks of a destination. */
function onDestination(rule: Rule, { host, port }: Destination): boolean {
  if (rule.tool !== 'Network') return false;
  const pattern = hostPattern(rule.pattern);
  return !('error' in pattern) && pattern.matches(host, port) !== rule.inverted;
}

/** The rule that decides about a connection: deny over what the user approved for the session, over ask, over allow. */
export function networkRule({ config, launch, session }: PermissionPolicy['rules'], to: Destination): Rule | undefined {
  const find = (rules: readonly Rule[], decision: Rule['decision']) =>
    rules.find((rule) => rule.decision === decision && onDestination(rule, to));
  const given = [...config, ...launch];
  return find([...given, ...session], 'deny') ?? find(session, 'allow') ?? find(given, 'ask') ?? find(given, 'allow');
}

/** What `Network` rules and the mode say about an address that is fetched for a session in the sandbox. */
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

/** A deny rule of `Network` on an address that is fetched for a session in the sandbox. */
export function networkDenied({ call: { tool, subject }, policy }: Case): Rule | undefined {
  if (tool.name !== 'FetchURL' || subject.kind !== 'url' || !policy.sandbox) return undefined;
  const to = destinationOf(subject.url);
  const rule = to && networkRule(policy.rules, to);
  return rule?.decision === 'deny' ? rule : undefined;
}

/** The rule that approving a fetch for the session keeps. */
export function fetchScope({ call: { tool, subject }, policy: { sandbox } }: Case): string | undefined {
  if (tool.name !== 'FetchURL' || subject.kind !== 'url' || !sandbox || sandbox.network === 'host') return undefined;
  const host = destinationOf(subject.url)?.host;
  return host === undefined ? undefined : `Network(${host.includes(':') ? `[${host}]` : host})`;
}
