/** Converts the status of an agent to its form in the transcript. */
import type { AgentStatus, Phase, TranscriptPhase, TranscriptStatus } from '../generated/types.js';

/** Drops plan mode, for which the transcript has a separate field. */
export function shownStatus({ planMode: _plan, phase, ...status }: AgentStatus): TranscriptStatus {
  return phase === undefined ? status : { ...status, phase: shownPhase(phase) };
}

/** Replaces the streaming phase: the frames show the reply already, and some clients reject a phase that repeats it. */
function shownPhase(phase: Phase): TranscriptPhase {
  if (phase.kind !== 'streaming') return phase;
  const { turnId, step, stepId, since } = phase;
  return { kind: 'running', turnId, step, stepId, since };
}
