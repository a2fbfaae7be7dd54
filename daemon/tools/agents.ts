/** The interface to other agents, for the Agent tool. */

export interface AgentRequest {
  prompt: string;
  /** one line for the user */
  description: string;
  /** name of an agent type; absent with `resume` */
  type?: string;
  /** id of an agent to resume */
  resume?: string;
  background: boolean;
}

/** The outcome of a call to an agent. */
export type AgentOutcome = { agentId: string; type: string } & (
  | { status: 'completed'; /** its final text */ text: string; steps: number }
  | { status: 'failed' | 'timed_out' | 'killed'; reason: string }
  | { status: 'running'; taskId: string; description: string }
);

/** The tool call for which another agent works. */
export interface AgentCall {
  callId: string;
  turnId: number;
  step: number;
  signal: AbortSignal;
}

export interface AgentAccess {
  /** returns undefined when there is no such agent */
  typeOf(agentId: string): string | undefined;
  /**
   * Starts or resumes an agent and waits for its end, or returns at once in the background. A call that continues after
   * a restart of the server joins the agent it started before. Throws ToolFailure when no agent may or can start.
   */
  call(request: AgentRequest, at: AgentCall): Promise<AgentOutcome>;
}
