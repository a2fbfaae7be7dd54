/** Decides whether a call may run, in the evaluation order of engine.md 6.2. */
import { inside, resolveReal } from '../../base/fs/paths.js';
import type { Subject } from '../../tools/tool.js';
import {
  riskyLine,
  ruleOnAny,
  ruleOnRedirection,
  ruleThatAllows,
  secretsNamed,
  sensitiveRedirection,
} from './commands.js';
import { onCommand, type CommandFacts } from './facts.js';
import { changing, whyNotReadOnly } from './readonly.js';
import { isHidden, isPlanFile, ownPlaces, riskyWrite, sensitivePlace } from './places.js';
import type { PermissionCall, PermissionPolicy, Verdict } from './policy.js';
import { fits, formsOf, literalRule, namesFile, namesTool, type Rule } from './rules.js';
import * as sandbox from './sandbox.js';
import { isHeld, type Case, type Decision } from './sandbox.js';

/** Step 1: returns what is forbidden in every mode, even with an approval for the session; undefined without any. */
export function staticDeny(call: PermissionCall, policy: PermissionPolicy): Verdict | undefined {
  return onCase(call, policy, (subject) => {
    const decision = forbidden(subject);
    return decision && verdict(subject, decision);
  });
}

/** Steps 2 to 6. The caller must have checked `staticDeny`, and the hooks after it. */
export function decide(call: PermissionCall, policy: PermissionPolicy): Verdict {
  return onCase(call, policy, (subject) => {
    const decision =
      sandbox.outside(subject) ??
      sandbox.uncontained(subject) ??
      inPlanMode(subject) ??
      whenReadOnly(subject) ??
      bySessionRules(subject) ??
      byRules(subject) ??
      sandbox.beyondBoundary(subject) ??
      bySensitivity(subject) ??
      sandbox.byContainment(subject) ??
      sandbox.byNetwork(subject) ??
      byMode(subject);
    return verdict(subject, decision);
  });
}

/** Evaluates the whole order, for callers without hooks in between. */
export function judge(call: PermissionCall, policy: PermissionPolicy): Verdict {
  return staticDeny(call, policy) ?? decide(call, policy);
}

/** Combines both parts for one policy, as the interface that the loop needs. */
export function createGate(policy: PermissionPolicy): {
  staticDeny(call: PermissionCall): Promise<Verdict | undefined>;
  decide(call: PermissionCall): Promise<Verdict>;
  secrets(call: PermissionCall): Promise<string[]>;
  leaves(subject: Subject): Promise<boolean>;
  mayRead(path: string): boolean;
} {
  return {
    staticDeny: async (call) => staticDeny(call, policy),
    decide: async (call) => decide(call, policy),
    secrets: async ({ subject }) => secretsNamed(subject, policy),
    leaves: async (subject) => sandbox.leavesByRule(subject, policy),
    mayRead: readable(policy),
  };
}

/** Returns whether a file may be read: no deny rule for Read covers it, and the sandbox does not hide it. */
function readable(policy: PermissionPolicy): (path: string) => boolean {
  const { config, launch, session } = policy.rules;
  const rules = [...config, ...launch, ...session].filter(
    (rule) => rule.decision === 'deny' && namesTool(rule.tool, 'Read'),
  );
  if (rules.length === 0 && !policy.sandbox) return () => true;
  return (path) => {
    const place = { absolute: path, resolved: resolveReal(path) };
    return (
      !isHidden(place, policy) &&
      ![place.absolute, place.resolved].some((form) =>
        rules.some((rule) => rule.pattern === undefined || fits(rule, 'path', form, policy, true)),
      )
    );
  };
}

/** Whether the profile and `[tools]` of the configuration enable a tool. */
export function isToolOn(name: string, tools: PermissionPolicy['tools']): boolean {
  if (tools.disabled.some((entry) => namesTool(entry, name))) return false;
  return (
    tools.enabled === undefined || tools.enabled.length === 0 || tools.enabled.some((entry) => namesTool(entry, name))
  );
}

function onCase<T>(call: PermissionCall, policy: PermissionPolicy, body: (subject: Case) => T): T {
  return call.subject.kind === 'command'
    ? onCommand(call.subject, policy, (command) => body({ call, policy, command }))
    : body({ call, policy });
}

function verdict(subject: Case, decision: Decision): Verdict {
  const { call, policy, command } = subject;
  // Only where the resulting rule could allow the same call again.
  const reviewed = call.tool.permission === 'review' || call.tool.name === 'CreateGoal';
  const passing = policy.readOnly && !sandbox.isHeld(subject) && command && changing(command) !== undefined;
  const keeps = decision.step !== 'plan' && !passing && !reviewed && command?.startsInside !== false;
  const sessionScope =
    decision.decision === 'ask' && keeps && (decision.step !== 'sensitive' || isKeptExactly(call.subject));
  return {
    decision: decision.decision,
    step: decision.step,
    reason: sandbox.withContainment(subject, withRule(decision)),
    ...(decision.rule && { rule: decision.rule }),
    danger: command?.danger ?? (isSensitiveCall({ call, policy }) ? ['secret-file'] : []),
    ...(decision.warning !== undefined && { warning: decision.warning }),
    sessionScope,
    ...(sessionScope && {
      scopeRule:
        sandbox.fetchScope(subject) ?? literalRule(sandbox.isLeaving(call) ? 'Leave' : call.tool.name, call.subject),
    }),
  };
}

function withRule({ reason, rule }: Decision): string {
  return rule?.reason === undefined ? reason : `${reason}: ${rule.reason}`;
}

function isKeptExactly(subject: Subject): boolean {
  return subject.kind === 'command' || (subject.kind === 'path' && subject.operation === 'write');
}

function forbidden(subject: Case): Decision | undefined {
  const { call, policy, command } = subject;
  if (!isToolOn(call.tool.name, policy.tools))
    return { decision: 'deny', step: 'static', reason: `the tool ${call.tool.name} is switched off` };
  const writes = policy.readOnly && !sandbox.isHeld(subject) && command && whyNotReadOnly(command);
  if (writes) return { decision: 'deny', step: 'static', reason: `this agent may only look: ${writes}` };
  const { config, launch, session } = policy.rules;
  const rules = [...config, ...launch, ...session].filter((rule) => rule.decision === 'deny');
  const rule =
    ruleOn(rules, subject, true) ??
    ruleOnFiles(rules, subject) ??
    sandbox.leaveDenied(rules, subject) ??
    sandbox.networkDenied(subject);
  if (rule) return { decision: 'deny', step: 'static', reason: `denied by the rule ${rule.text}`, rule };
  return policy.mode === 'auto' && command ? uncheckable(rules, call.tool.name, command) : undefined;
}

/** Decides on programs that change files, for a read-only agent: only the user may allow them, no rule and no mode. */
function whenReadOnly(subject: Case): Decision | undefined {
  const { policy, command } = subject;
  const program = policy.readOnly && command && !sandbox.isHeld(subject) ? changing(command) : undefined;
  if (program === undefined) return undefined;
  const reason = `this agent may only look: ${program} changes files`;
  return { decision: policy.mode === 'manual' ? 'ask' : 'deny', step: 'mode', reason };
}

/** Denies a command in auto mode that cannot be checked against a deny rule, because auto mode does not ask. */
function uncheckable(rules: readonly Rule[], tool: string, command: CommandFacts): Decision | undefined {
  const patterned = (name: string) => rules.find((rule) => namesTool(rule.tool, name) && rule.pattern !== undefined);
  const { unparsable } = command.line;
  if (unparsable !== undefined) {
    // When the time runs out, the line may also read and write files that no rule was matched against.
    const others = command.timedOut
      ? rules.find((rule) => ['Write', 'Read'].some((name) => namesTool(rule.tool, name)))
      : undefined;
    const rule = patterned(tool) ?? others;
    return (
      rule && {
        decision: 'deny',
        step: 'static',
        rule,
        reason: `the command line is not understood (${unparsable}), so it cannot be checked against the rule ${rule.text}`,
      }
    );
  }
  const hidden = command.redirections.find(({ unknown }) => unknown);
  const rule = hidden && patterned(hidden.direction === 'input' ? 'Read' : 'Write');
  return (
    rule && {
      decision: 'deny',
      step: 'static',
      rule,
      reason: `only the shell knows what ${hidden.text} names, so it cannot be checked against the rule ${rule.text}`,
    }
  );
}

/** Returns the first rule that matches any form of the subject, as `deny` and `ask` require. */
function ruleOn(rules: readonly Rule[], { call, policy, command }: Case, deny: boolean): Rule | undefined {
  const own = rules.filter((rule) => namesTool(rule.tool, call.tool.name));
  if (command) return ruleOnAny(own, call.tool.name, command, policy, deny);
  const compared = formsOf(call.subject);
  if (!compared) return own.find((rule) => rule.pattern === undefined || deny);
  return own.find(
    (rule) =>
      rule.pattern === undefined ||
      compared.forms.some((form) => fits(rule, compared.kind, form, policy, compared.kind === 'path')),
  );
}

/** Stands for any file in a directory; no pattern contains it. */
const anyName = '\u0001any file\u0001';

/** Applies rules for file tools to other calls: redirections, the directories of Grep and Glob, and pictures. */
function ruleOnFiles(rules: readonly Rule[], { call, policy, command }: Case): Rule | undefined {
  if (command)
    return ruleOnRedirection(rules, 'Write', command, policy) ?? ruleOnRedirection(rules, 'Read', command, policy);
  const { subject } = call;
  if (subject.kind === 'path' && subject.operation === 'read') {
    const forms = [subject.absolute, subject.resolved];
    return rules.find(
      (rule) => namesTool(rule.tool, 'Read') && forms.some((form) => fits(rule, 'path', form, policy, true)),
    );
  }
  if (subject.kind !== 'pattern') return undefined;
  // a rule on everything in a directory (`secrets/**`) also applies to a search in it
  const forms = [subject.absolute, subject.resolved].flatMap((form) => [
    form,
    `${form.replace(/\/$/u, '')}/${anyName}`,
  ]);
  return rules.find(
    (rule) => namesTool(rule.tool, 'Read') && forms.some((form) => fits(rule, 'path', form, policy, true)),
  );
}

function bySessionRules(subject: Case): Decision | undefined {
  const rule = allowing(subject.policy.rules.session, subject);
  return rule && { decision: 'allow', step: 'session-rule', reason: 'approved for this session', rule };
}

function byRules(subject: Case): Decision | undefined {
  const { config, launch, session } = subject.policy.rules;
  const asking = [...config, ...launch].filter((rule) => rule.decision === 'ask');
  const asks = ruleOn(asking, subject, false) ?? ruleOnFiles(asking, subject);
  if (asks) {
    return subject.policy.mode === 'auto'
      ? { decision: 'allow', step: 'ask-rule', reason: `the rule ${asks.text} asks, and auto mode answers`, rule: asks }
      : { decision: 'ask', step: 'ask-rule', reason: `the rule ${asks.text} asks`, rule: asks };
  }
  // The configuration and approvals for the session may together allow a line.
  const rule = allowing([...config, ...launch, ...(subject.command ? session : [])], subject);
  return rule && { decision: 'allow', step: 'allow-rule', reason: `allowed by the rule ${rule.text}`, rule };
}

/** Returns the rule that allows the call. It must match all forms of the subject. */
function allowing(rules: readonly Rule[], subject: Case): Rule | undefined {
  const { call, policy, command } = subject;
  if (call.tool.permission === 'review') return undefined;
  const allow = rules.filter((rule) => rule.decision === 'allow');
  if (command) return ruleThatAllows(allow, call.tool.name, command, policy);
  const own = allow.filter((rule) => namesTool(rule.tool, call.tool.name));
  if (own.length === 0) return undefined;
  const compared = formsOf(call.subject);
  if (!compared) return own.find((rule) => rule.pattern === undefined);
  const { kind, forms } = compared;
  const ignoreCase = kind === 'path' && policy.caseInsensitive;
  const usable = isSensitiveCall(subject) ? own.filter(namesFile) : own;
  const found = forms.map((form) => usable.find((rule) => fits(rule, kind, form, policy, ignoreCase)));
  if (found.every((rule) => rule !== undefined)) return found[0];
  return call.subject.kind === 'path' ? approvedTarget(usable, call.subject.resolved, policy) : undefined;
}

/** Returns a rule of the session for the file that a link leads to. */
function approvedTarget(rules: readonly Rule[], resolved: string, policy: PermissionPolicy): Rule | undefined {
  return rules.find((rule) => policy.rules.session.includes(rule) && fits(rule, 'path', resolved, policy, false));
}

function isSensitiveCall({ call, policy }: Pick<Case, 'call' | 'policy'>): boolean {
  return call.subject.kind === 'path' && sensitivePlace(call.subject, call.subject.operation, policy);
}

function bySensitivity(subject: Case): Decision | undefined {
  const { call, policy, command } = subject;
  const redirection = command && sensitiveRedirection(command, policy);
  const file =
    redirection?.text ?? (isSensitiveCall(subject) && call.subject.kind === 'path' ? call.subject.absolute : undefined);
  if (file === undefined) return undefined;
  const reason = `${file} may hold secrets`;
  if (policy.mode !== 'auto') return { decision: 'ask', step: 'sensitive', reason };
  return {
    decision: 'allow',
    step: 'sensitive',
    reason,
    warning: `${call.tool.name} used ${file}, which may hold secrets`,
  };
}

/** The text for the model instead of an answer (engine.md 4.15). */
const unanswered =
  'no user is there to answer questions in auto mode; continue by your best judgement and state what you assumed';

function byMode(subject: Case): Decision {
  const { call, policy, command } = subject;
  const { name, permission } = call.tool;
  if (policy.mode === 'auto') {
    return name === 'AskUserQuestion'
      ? { decision: 'deny', step: 'mode', reason: unanswered }
      : { decision: 'allow', step: 'mode', reason: 'auto mode' };
  }
  if (permission === 'review') return { decision: 'ask', step: 'mode', reason: `${name} waits for its review` };
  if (policy.mode === 'manual') {
    return permission === 'allow'
      ? { decision: 'allow', step: 'mode', reason: `${name} needs no permission` }
      : { decision: 'ask', step: 'mode', reason: `${name} asks in manual mode` };
  }
  const risk = command ? riskyLine(command, policy) : riskyCall(call, policy);
  return risk === undefined
    ? { decision: 'allow', step: 'mode', reason: 'yolo mode' }
    : { decision: 'ask', step: 'risky', reason: risk };
}

/** Returns why yolo mode asks about a call other than a command (engine.md 6.4). */
function riskyCall({ tool, subject }: PermissionCall, policy: PermissionPolicy): string | undefined {
  if (subject.kind === 'path' && subject.operation === 'write') return riskyWrite(subject, policy);
  if (tool.risk !== undefined) return tool.risk;
  if (tool.name === 'CreateGoal') return 'a goal continues by itself';
  return tool.name === 'TaskStop' && subject.kind === 'task' && !subject.own
    ? 'another agent started this task'
    : undefined;
}

/** Step 2 of the order: decides on a call in plan mode (engine.md 6.2, 8). */
function inPlanMode(plan: Case): Decision | undefined {
  const { call, policy, command } = plan;
  if (!policy.plan.active) return undefined;
  const { name, permission } = call.tool;
  const { subject } = call;
  if (name === 'ExitPlanMode' && permission === 'review') {
    return policy.mode === 'auto'
      ? { decision: 'allow', step: 'plan', reason: 'plans are approved by themselves in auto mode' }
      : { decision: 'ask', step: 'plan', reason: 'the plan waits for its review' };
  }
  if (subject.kind === 'path' && subject.operation === 'write') {
    return isPlanFile(subject, policy)
      ? { decision: 'allow', step: 'plan', reason: 'the plan file' }
      : {
          decision: 'deny',
          step: 'plan',
          reason: `plan mode: only the plan file ${policy.plan.path ?? ''} may be written`.replace(/ +/gu, ' '),
        };
  }
  if (['Write', 'Edit', 'TaskStop', 'CronCreate', 'CronDelete', 'CreateGoal'].includes(name)) {
    return { decision: 'deny', step: 'plan', reason: `plan mode: ${name} is not allowed before the plan is approved` };
  }
  const why = command && !isHeld(plan) ? notForPlans(command, policy) : undefined;
  return why === undefined
    ? undefined
    : { decision: policy.mode === 'auto' ? 'deny' : 'ask', step: 'plan', reason: `plan mode: ${why}` };
}

function notForPlans(command: CommandFacts, policy: PermissionPolicy): string | undefined {
  const { unparsable } = command.line;
  if (unparsable !== undefined) return `the command line is not understood: ${unparsable}`;
  const { session } = ownPlaces(policy);
  const written = command.redirections.find(
    ({ direction, unknown, places }) =>
      direction !== 'input' &&
      (unknown || places.some((place) => !inside([session], place.resolved) && !isPlanFile(place, policy))),
  );
  return written && `the command writes to ${written.text}`;
}
