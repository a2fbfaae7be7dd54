/** Events by type. Written by `npm run codegen`; changes belong into the schema files. */
import type { AgentBoundEvent, AgentCreatedEvent, AgentDisposedEvent, AgentPromptDroppedEvent, AgentStatusUpdatedEvent, ApprovalAmendmentEvent, ApprovalProposalEvent, AssistantDeltaEvent, BudgetHeldEvent, BudgetNotedEvent, CompactionBlockedEvent, CompactionCancelledEvent, CompactionCompletedEvent, CompactionStartedEvent, ContextCompactedEvent, ContextCopiedEvent, ContextRedoneEvent, ContextUndoneEvent, CronChangedEvent, CronFiredEvent, CronScheduledEvent, DirectoriesChangedEvent, ErrorEvent, EventApprovalRequestedEvent, EventApprovalResolvedEvent, EventChangesChangedEvent, EventConfigChangedEvent, EventConfigWarningEvent, EventFsChangedEvent, EventInboxChangedEvent, EventModelCatalogChangedEvent, EventQuestionAnsweredEvent, EventQuestionDismissedEvent, EventQuestionRequestedEvent, EventSessionArchivedEvent, EventSessionCreatedEvent, EventSessionDeletedEvent, EventSessionWorkChangedEvent, EventWorkspaceCreatedEvent, EventWorkspaceDeletedEvent, EventWorkspaceUpdatedEvent, FileSeenEvent, FilesChangedEvent, FilesChangingEvent, FilesRestoredEvent, GoalQueueChangedEvent, GoalUpdatedEvent, HookResultEvent, ImagesRefusedEvent, LaunchDenialsEvent, McpServerStatusEvent, MessageAppendedEvent, ModelChangedEvent, PermissionModeChangedEvent, PlanChangedEvent, PlanRevisionEvent, PromptAbortedEvent, PromptCompletedEvent, PromptOptionsEvent, PromptQueuedEvent, PromptSteeredEvent, PromptSubmittedEvent, PromptUpdatedEvent, ReminderNotedEvent, RequestUsageEvent, RulesChangedEvent, RuntimeChangedEvent, SessionArchivedEvent, SessionMetaUpdatedEvent, SessionMetadataEvent, SessionRemovedEvent, ShellCompletedEvent, ShellOutputEvent, ShellRunEvent, ShellStartedEvent, SkillActivatedEvent, SteerTakenEvent, StepUsageEvent, SubagentCompletedEvent, SubagentFailedEvent, SubagentSpawnedEvent, SubagentStartedEvent, TaskFactsEvent, TaskNotifiedEvent, TaskOutputEvent, TaskOutputKeptEvent, TaskStartedEvent, TaskTerminatedEvent, TaskToldEvent, ThinkingChangedEvent, ThinkingDeltaEvent, TodoChangedEvent, ToolCallDeltaEvent, ToolCallStartedEvent, ToolListUpdatedEvent, ToolProgressEvent, ToolResultEvent, ToolsChangedEvent, TurnEndedEvent, TurnStartedEvent, TurnStepCompletedEvent, TurnStepInterruptedEvent, TurnStepRetryingEvent, TurnStepStartedEvent, WarningEvent } from './types.js';

/** Payload of each event, by type. */
export interface EventPayloads {
  'agent.bound': AgentBoundEvent;
  'agent.created': AgentCreatedEvent;
  'agent.disposed': AgentDisposedEvent;
  'agent.prompt.dropped': AgentPromptDroppedEvent;
  'agent.status.updated': AgentStatusUpdatedEvent;
  'approval.amendment': ApprovalAmendmentEvent;
  'approval.proposal': ApprovalProposalEvent;
  'assistant.delta': AssistantDeltaEvent;
  'budget.held': BudgetHeldEvent;
  'budget.noted': BudgetNotedEvent;
  'compaction.blocked': CompactionBlockedEvent;
  'compaction.cancelled': CompactionCancelledEvent;
  'compaction.completed': CompactionCompletedEvent;
  'compaction.started': CompactionStartedEvent;
  'context.compacted': ContextCompactedEvent;
  'context.copied': ContextCopiedEvent;
  'context.redone': ContextRedoneEvent;
  'context.undone': ContextUndoneEvent;
  'cron.changed': CronChangedEvent;
  'cron.fired': CronFiredEvent;
  'cron.scheduled': CronScheduledEvent;
  'directories.changed': DirectoriesChangedEvent;
  'error': ErrorEvent;
  'event.approval.requested': EventApprovalRequestedEvent;
  'event.approval.resolved': EventApprovalResolvedEvent;
  'event.changes.changed': EventChangesChangedEvent;
  'event.config.changed': EventConfigChangedEvent;
  'event.config.warning': EventConfigWarningEvent;
  'event.fs.changed': EventFsChangedEvent;
  'event.inbox.changed': EventInboxChangedEvent;
  'event.model_catalog.changed': EventModelCatalogChangedEvent;
  'event.question.answered': EventQuestionAnsweredEvent;
  'event.question.dismissed': EventQuestionDismissedEvent;
  'event.question.requested': EventQuestionRequestedEvent;
  'event.session.archived': EventSessionArchivedEvent;
  'event.session.created': EventSessionCreatedEvent;
  'event.session.deleted': EventSessionDeletedEvent;
  'event.session.work_changed': EventSessionWorkChangedEvent;
  'event.workspace.created': EventWorkspaceCreatedEvent;
  'event.workspace.deleted': EventWorkspaceDeletedEvent;
  'event.workspace.updated': EventWorkspaceUpdatedEvent;
  'file.seen': FileSeenEvent;
  'files.changed': FilesChangedEvent;
  'files.changing': FilesChangingEvent;
  'files.restored': FilesRestoredEvent;
  'goal.queue.changed': GoalQueueChangedEvent;
  'goal.updated': GoalUpdatedEvent;
  'hook.result': HookResultEvent;
  'images.refused': ImagesRefusedEvent;
  'launch.denials': LaunchDenialsEvent;
  'mcp.server.status': McpServerStatusEvent;
  'message.appended': MessageAppendedEvent;
  'model.changed': ModelChangedEvent;
  'permission.mode.changed': PermissionModeChangedEvent;
  'plan.changed': PlanChangedEvent;
  'plan.revision': PlanRevisionEvent;
  'prompt.aborted': PromptAbortedEvent;
  'prompt.completed': PromptCompletedEvent;
  'prompt.options': PromptOptionsEvent;
  'prompt.queued': PromptQueuedEvent;
  'prompt.steered': PromptSteeredEvent;
  'prompt.submitted': PromptSubmittedEvent;
  'prompt.updated': PromptUpdatedEvent;
  'reminder.noted': ReminderNotedEvent;
  'request.usage': RequestUsageEvent;
  'rules.changed': RulesChangedEvent;
  'runtime.changed': RuntimeChangedEvent;
  'session.archived': SessionArchivedEvent;
  'session.meta.updated': SessionMetaUpdatedEvent;
  'session.metadata': SessionMetadataEvent;
  'session.removed': SessionRemovedEvent;
  'shell.completed': ShellCompletedEvent;
  'shell.output': ShellOutputEvent;
  'shell.run': ShellRunEvent;
  'shell.started': ShellStartedEvent;
  'skill.activated': SkillActivatedEvent;
  'steer.taken': SteerTakenEvent;
  'step.usage': StepUsageEvent;
  'subagent.completed': SubagentCompletedEvent;
  'subagent.failed': SubagentFailedEvent;
  'subagent.spawned': SubagentSpawnedEvent;
  'subagent.started': SubagentStartedEvent;
  'task.facts': TaskFactsEvent;
  'task.notified': TaskNotifiedEvent;
  'task.output': TaskOutputEvent;
  'task.output.kept': TaskOutputKeptEvent;
  'task.started': TaskStartedEvent;
  'task.terminated': TaskTerminatedEvent;
  'task.told': TaskToldEvent;
  'thinking.changed': ThinkingChangedEvent;
  'thinking.delta': ThinkingDeltaEvent;
  'todo.changed': TodoChangedEvent;
  'tool.call.delta': ToolCallDeltaEvent;
  'tool.call.started': ToolCallStartedEvent;
  'tool.list.updated': ToolListUpdatedEvent;
  'tool.progress': ToolProgressEvent;
  'tool.result': ToolResultEvent;
  'tools.changed': ToolsChangedEvent;
  'turn.ended': TurnEndedEvent;
  'turn.started': TurnStartedEvent;
  'turn.step.completed': TurnStepCompletedEvent;
  'turn.step.interrupted': TurnStepInterruptedEvent;
  'turn.step.retrying': TurnStepRetryingEvent;
  'turn.step.started': TurnStepStartedEvent;
  'warning': WarningEvent;
}

export type EventType = keyof EventPayloads;

/** Payload of any event, distinguished by `type`. */
export type EventPayload = EventPayloads[EventType];

/** Events that the log keeps: durable and internal ones. */
export type StoredEvent = Exclude<EventType, 'agent.status.updated' | 'assistant.delta' | 'event.changes.changed' | 'event.fs.changed' | 'event.inbox.changed' | 'event.session.deleted' | 'shell.completed' | 'shell.output' | 'shell.started' | 'task.output' | 'thinking.delta' | 'tool.call.delta' | 'tool.progress'>;

/** An event before the log gave it its session. */
export type NewEvent = { [Type in EventType]: Omit<EventPayloads[Type], 'sessionId'> }[EventType];

export interface EventFacts {
  /** who gets it: subscribers of the session, or every connection */
  scope: 'session' | 'global';
  /** stored and replayed, live only, or stored and never sent */
  delivery: 'durable' | 'volatile' | 'internal';
  /** its frames carry an offset into a text stream */
  offset?: true;
}

export const eventTable: Record<EventType, EventFacts> = {
  "agent.bound": {
    "scope": "session",
    "delivery": "internal"
  },
  "agent.created": {
    "scope": "session",
    "delivery": "durable"
  },
  "agent.disposed": {
    "scope": "session",
    "delivery": "durable"
  },
  "agent.prompt.dropped": {
    "scope": "session",
    "delivery": "internal"
  },
  "agent.status.updated": {
    "scope": "session",
    "delivery": "volatile"
  },
  "approval.amendment": {
    "scope": "session",
    "delivery": "internal"
  },
  "approval.proposal": {
    "scope": "session",
    "delivery": "internal"
  },
  "assistant.delta": {
    "scope": "session",
    "delivery": "volatile",
    "offset": true
  },
  "budget.held": {
    "scope": "session",
    "delivery": "internal"
  },
  "budget.noted": {
    "scope": "session",
    "delivery": "internal"
  },
  "compaction.blocked": {
    "scope": "session",
    "delivery": "durable"
  },
  "compaction.cancelled": {
    "scope": "session",
    "delivery": "durable"
  },
  "compaction.completed": {
    "scope": "session",
    "delivery": "durable"
  },
  "compaction.started": {
    "scope": "session",
    "delivery": "durable"
  },
  "context.compacted": {
    "scope": "session",
    "delivery": "internal"
  },
  "context.copied": {
    "scope": "session",
    "delivery": "internal"
  },
  "context.redone": {
    "scope": "session",
    "delivery": "durable"
  },
  "context.undone": {
    "scope": "session",
    "delivery": "durable"
  },
  "cron.changed": {
    "scope": "session",
    "delivery": "durable"
  },
  "cron.fired": {
    "scope": "session",
    "delivery": "durable"
  },
  "cron.scheduled": {
    "scope": "session",
    "delivery": "internal"
  },
  "directories.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "error": {
    "scope": "session",
    "delivery": "durable"
  },
  "event.approval.requested": {
    "scope": "session",
    "delivery": "durable"
  },
  "event.approval.resolved": {
    "scope": "session",
    "delivery": "durable"
  },
  "event.changes.changed": {
    "scope": "session",
    "delivery": "volatile"
  },
  "event.config.changed": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.config.warning": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.fs.changed": {
    "scope": "session",
    "delivery": "volatile"
  },
  "event.inbox.changed": {
    "scope": "global",
    "delivery": "volatile"
  },
  "event.model_catalog.changed": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.question.answered": {
    "scope": "session",
    "delivery": "durable"
  },
  "event.question.dismissed": {
    "scope": "session",
    "delivery": "durable"
  },
  "event.question.requested": {
    "scope": "session",
    "delivery": "durable"
  },
  "event.session.archived": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.session.created": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.session.deleted": {
    "scope": "global",
    "delivery": "volatile"
  },
  "event.session.work_changed": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.workspace.created": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.workspace.deleted": {
    "scope": "global",
    "delivery": "durable"
  },
  "event.workspace.updated": {
    "scope": "global",
    "delivery": "durable"
  },
  "file.seen": {
    "scope": "session",
    "delivery": "internal"
  },
  "files.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "files.changing": {
    "scope": "session",
    "delivery": "internal"
  },
  "files.restored": {
    "scope": "session",
    "delivery": "durable"
  },
  "goal.queue.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "goal.updated": {
    "scope": "session",
    "delivery": "durable"
  },
  "hook.result": {
    "scope": "session",
    "delivery": "durable"
  },
  "images.refused": {
    "scope": "session",
    "delivery": "internal"
  },
  "launch.denials": {
    "scope": "session",
    "delivery": "internal"
  },
  "mcp.server.status": {
    "scope": "session",
    "delivery": "durable"
  },
  "message.appended": {
    "scope": "session",
    "delivery": "durable"
  },
  "model.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "permission.mode.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "plan.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "plan.revision": {
    "scope": "session",
    "delivery": "durable"
  },
  "prompt.aborted": {
    "scope": "session",
    "delivery": "durable"
  },
  "prompt.completed": {
    "scope": "session",
    "delivery": "durable"
  },
  "prompt.options": {
    "scope": "session",
    "delivery": "internal"
  },
  "prompt.queued": {
    "scope": "session",
    "delivery": "durable"
  },
  "prompt.steered": {
    "scope": "session",
    "delivery": "durable"
  },
  "prompt.submitted": {
    "scope": "session",
    "delivery": "durable"
  },
  "prompt.updated": {
    "scope": "session",
    "delivery": "durable"
  },
  "reminder.noted": {
    "scope": "session",
    "delivery": "internal"
  },
  "request.usage": {
    "scope": "session",
    "delivery": "internal"
  },
  "rules.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "runtime.changed": {
    "scope": "session",
    "delivery": "durable"
  },
  "session.archived": {
    "scope": "session",
    "delivery": "internal"
  },
  "session.meta.updated": {
    "scope": "global",
    "delivery": "durable"
  },
  "session.metadata": {
    "scope": "session",
    "delivery": "internal"
  },
  "session.removed": {
    "scope": "global",
    "delivery": "internal"
  },
  "shell.completed": {
    "scope": "session",
    "delivery": "volatile"
  },
  "shell.output": {
    "scope": "session",
    "delivery": "volatile"
  },
  "shell.run": {
    "scope": "session",
    "delivery": "internal"
  },
  "shell.started": {
    "scope": "session",
    "delivery": "volatile"
  },
  "skill.activated": {
    "scope": "session",
    "delivery": "durable"
  },
  "steer.taken": {
    "scope": "session",
    "delivery": "internal"
  },
  "step.usage": {
    "scope": "session",
    "delivery": "internal"
  },
  "subagent.completed": {
    "scope": "session",
    "delivery": "durable"
  },
  "subagent.failed": {
    "scope": "session",
    "delivery": "durable"
  },
  "subagent.spawned": {
    "scope": "session",
    "delivery": "durable"
  },
  "subagent.started": {
    "scope": "session",
    "delivery": "durable"
  },
  "task.facts": {
    "scope": "session",
    "delivery": "internal"
  },
  "task.notified": {
    "scope": "session",
    "delivery": "durable"
  },
  "task.output": {
    "scope": "session",
    "delivery": "volatile",
    "offset": true
  },
  "task.output.kept": {
    "scope": "session",
    "delivery": "internal"
  },
  "task.started": {
    "scope": "session",
    "delivery": "durable"
  },
  "task.terminated": {
    "scope": "session",
    "delivery": "durable"
  },
  "task.told": {
    "scope": "session",
    "delivery": "internal"
  },
  "thinking.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "thinking.delta": {
    "scope": "session",
    "delivery": "volatile",
    "offset": true
  },
  "todo.changed": {
    "scope": "session",
    "delivery": "durable"
  },
  "tool.call.delta": {
    "scope": "session",
    "delivery": "volatile",
    "offset": true
  },
  "tool.call.started": {
    "scope": "session",
    "delivery": "durable"
  },
  "tool.list.updated": {
    "scope": "session",
    "delivery": "durable"
  },
  "tool.progress": {
    "scope": "session",
    "delivery": "volatile"
  },
  "tool.result": {
    "scope": "session",
    "delivery": "durable"
  },
  "tools.changed": {
    "scope": "session",
    "delivery": "internal"
  },
  "turn.ended": {
    "scope": "session",
    "delivery": "durable"
  },
  "turn.started": {
    "scope": "session",
    "delivery": "durable"
  },
  "turn.step.completed": {
    "scope": "session",
    "delivery": "durable"
  },
  "turn.step.interrupted": {
    "scope": "session",
    "delivery": "durable"
  },
  "turn.step.retrying": {
    "scope": "session",
    "delivery": "durable"
  },
  "turn.step.started": {
    "scope": "session",
    "delivery": "durable"
  },
  "warning": {
    "scope": "session",
    "delivery": "durable"
  }
};

/** The events that every connection gets, for clients, which need no more of the table. */
export const globalEvents: ReadonlySet<EventType> = new Set<EventType>([
  "event.config.changed",
  "event.config.warning",
  "event.inbox.changed",
  "event.model_catalog.changed",
  "event.session.archived",
  "event.session.created",
  "event.session.deleted",
  "event.session.work_changed",
  "event.workspace.created",
  "event.workspace.deleted",
  "event.workspace.updated",
  "session.meta.updated",
  "session.removed"
]);

/** Types of events by what readers make of them; `schemas/meta/event.json` describes each list. */
export const eventReaders = {
  "all": [
    "event.approval.requested",
    "event.approval.resolved",
    "event.question.answered",
    "event.question.dismissed",
    "event.question.requested",
    "shell.run",
    "subagent.completed",
    "subagent.failed",
    "subagent.spawned",
    "task.output.kept",
    "task.started",
    "task.terminated"
  ],
  "closing": [
    "error",
    "event.session.work_changed",
    "prompt.aborted",
    "prompt.completed"
  ],
  "covered": [
    "agent.status.updated",
    "assistant.delta",
    "compaction.blocked",
    "compaction.cancelled",
    "compaction.completed",
    "compaction.started",
    "context.redone",
    "context.undone",
    "cron.fired",
    "error",
    "event.approval.requested",
    "event.approval.resolved",
    "event.question.answered",
    "event.question.dismissed",
    "event.question.requested",
    "goal.updated",
    "hook.result",
    "message.appended",
    "plan.revision",
    "prompt.aborted",
    "prompt.completed",
    "prompt.steered",
    "prompt.submitted",
    "shell.completed",
    "shell.output",
    "shell.started",
    "skill.activated",
    "subagent.completed",
    "subagent.failed",
    "subagent.spawned",
    "subagent.started",
    "task.notified",
    "task.output",
    "task.started",
    "task.terminated",
    "thinking.delta",
    "todo.changed",
    "tool.call.delta",
    "tool.call.started",
    "tool.progress",
    "tool.result",
    "turn.ended",
    "turn.started",
    "turn.step.completed",
    "turn.step.interrupted",
    "turn.step.retrying",
    "turn.step.started",
    "warning"
  ],
  "kept": [
    "agent.status.updated",
    "event.changes.changed",
    "event.inbox.changed",
    "event.session.deleted",
    "shell.completed",
    "shell.started"
  ],
  "latest": [
    "goal.updated",
    "plan.changed",
    "plan.revision",
    "todo.changed"
  ],
  "own": [
    "budget.held",
    "budget.noted",
    "event.session.created",
    "event.session.work_changed",
    "mcp.server.status",
    "task.notified",
    "task.started",
    "task.terminated",
    "tool.list.updated"
  ],
  "range": [
    "context.undone"
  ],
  "timeline": [
    "budget.held",
    "compaction.blocked",
    "compaction.cancelled",
    "compaction.completed",
    "compaction.started",
    "context.redone",
    "context.undone",
    "cron.fired",
    "error",
    "event.approval.requested",
    "event.approval.resolved",
    "event.question.answered",
    "event.question.dismissed",
    "event.question.requested",
    "goal.updated",
    "hook.result",
    "message.appended",
    "plan.changed",
    "plan.revision",
    "shell.run",
    "skill.activated",
    "step.usage",
    "subagent.completed",
    "subagent.failed",
    "subagent.spawned",
    "task.facts",
    "task.notified",
    "task.output.kept",
    "task.started",
    "task.terminated",
    "tool.call.started",
    "tool.result",
    "turn.ended",
    "turn.started",
    "turn.step.completed",
    "turn.step.interrupted",
    "turn.step.retrying",
    "turn.step.started",
    "warning"
  ],
  "transcript": [
    "agent.created",
    "agent.status.updated",
    "assistant.delta",
    "compaction.blocked",
    "compaction.cancelled",
    "compaction.completed",
    "compaction.started",
    "context.redone",
    "context.undone",
    "cron.fired",
    "error",
    "event.approval.requested",
    "event.approval.resolved",
    "event.question.answered",
    "event.question.dismissed",
    "event.question.requested",
    "goal.updated",
    "hook.result",
    "message.appended",
    "plan.changed",
    "plan.revision",
    "prompt.aborted",
    "prompt.completed",
    "prompt.options",
    "prompt.steered",
    "prompt.submitted",
    "prompt.updated",
    "shell.output",
    "shell.run",
    "skill.activated",
    "step.usage",
    "subagent.completed",
    "subagent.failed",
    "subagent.spawned",
    "task.facts",
    "task.notified",
    "task.output",
    "task.output.kept",
    "task.started",
    "task.terminated",
    "thinking.delta",
    "todo.changed",
    "tool.call.delta",
    "tool.call.started",
    "tool.progress",
    "tool.result",
    "turn.ended",
    "turn.started",
    "turn.step.completed",
    "turn.step.interrupted",
    "turn.step.retrying",
    "turn.step.started",
    "warning"
  ]
} as const;
