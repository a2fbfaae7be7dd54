/** Other agents, as the Agent tool reaches them. */

export interface AgentRequest {
  prompt: string;
  /** for the user, one line */
  description: string;
  /** name of a type; absent with `resume` */
  type?: string;
  /** id of an agent to resume */
  resume?: string;
  background: boolean;
}

/** What became of an agent that was called. */
export type AgentOutcome = { agentId: string; type: string } & (
  | { status: 'completed'; /** its final text */ text: string; steps: number }
  | { status: 'failed' | 'timed_out' | 'killed'; reason: string }
  | { status: 'running'; taskId: string; description: string }
);

/** The call that another agent works for. */
export interface AgentCall {
  callId: string;
  turnId: number;
  step: number;
  signal: AbortSignal;
}

export interface AgentAccess {
  /** undefined when there is no such agent */
  typeOf(agentId: string): string | undefined;
  /**
   * Starts or resumes an agent, and waits for its end; in the background it returns at once. A call that continues after
   * a restart takes up the agent it started before. Throws ToolFailure when no agent may or can be started.
   */
  call(request: AgentRequest, at: AgentCall): Promise<AgentOutcome>;
}
