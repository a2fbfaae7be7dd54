/** The status of an agent as its transcript shows it. */
import type { AgentStatus, Phase, TranscriptPhase, TranscriptStatus } from '../generated/types.js';

/** The transcript has a separate field for plan mode. */
export function shownStatus({ planMode: _plan, phase, ...status }: AgentStatus): TranscriptStatus {
  return phase === undefined ? status : { ...status, phase: shownPhase(phase) };
}

/** Clients of the transcript see a reply in its frames, and some reject a phase that repeats it. */
function shownPhase(phase: Phase): TranscriptPhase {
  if (phase.kind !== 'streaming') return phase;
  const { turnId, step, stepId, since } = phase;
  return { kind: 'running', turnId, step, stepId, since };
}
