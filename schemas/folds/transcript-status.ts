/** The status of an agent as its transcript shows it. */
import type { AgentStatus, Phase, TranscriptPhase, TranscriptStatus } from '../generated/types.js';

/** Plan mode has a place of its own in the transcript. */
export function shownStatus({ planMode: _plan, phase, ...status }: AgentStatus): TranscriptStatus {
  return phase === undefined ? status : { ...status, phase: shownPhase(phase) };
}

/** Clients of the transcript see a reply arrive in its frames, and some refuse a phase that says it again. */
function shownPhase(phase: Phase): TranscriptPhase {
  if (phase.kind !== 'streaming') return phase;
  const { turnId, step, stepId, since } = phase;
  return { kind: 'running', turnId, step, stepId, since };
}
