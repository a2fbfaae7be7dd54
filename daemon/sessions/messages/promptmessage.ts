/** Converts stored prompts to queued prompts, and queued prompts to user messages. */
import type { Message, PromptLimits } from '../../../schemas/generated/types.js';
import { promptOrigin } from '../skills/skills.js';
import type { QueuedPrompt } from '../live/state.js';
import { promptText } from '../../../schemas/folds/said.js';
import type { Texts } from '../texts/texts.js';

export interface PromptRow {
  prompt_id: string;
  agent_id: string;
  user_message_id: string;
  status: string;
  content: string;
  metadata: string | null;
  unattended: number;
  /** JSON */
  skills: string | null;
  slash: number;
  /** JSON */
  limits: string | null;
  /** JSON */
  output_schema: string | null;
  fallback_model: string | null;
  created_at: number;
}

export function queued(row: PromptRow, texts: Pick<Texts, 'parse'>): QueuedPrompt {
  return {
    promptId: row.prompt_id,
    userMessageId: row.user_message_id,
    content: texts.parse(row.content) as QueuedPrompt['content'],
    createdAt: row.created_at,
    unattended: row.unattended === 1,
    slash: row.slash === 1,
    skills: row.skills === null ? [] : (JSON.parse(row.skills) as QueuedPrompt['skills']),
    ...(row.limits === null ? {} : { limits: JSON.parse(row.limits) as PromptLimits }),
    ...(row.output_schema === null ? {} : { outputSchema: JSON.parse(row.output_schema) as Record<string, unknown> }),
    ...(row.fallback_model === null ? {} : { fallbackModel: row.fallback_model }),
    ...(row.metadata === null ? {} : { metadata: JSON.parse(row.metadata) as Record<string, unknown> }),
  };
}

/** The position of a prompt's message; a prompt that waits has no turn yet. */
export interface MessagePlace {
  sessionId: string;
  agentId: string;
  turnId?: number;
  /** ISO */
  createdAt: string;
}

/** The user message of a prompt, without what the engine adds to it when it enters the context. */
export function promptMessage(prompt: QueuedPrompt, { sessionId, agentId, turnId, createdAt }: MessagePlace): Message {
  return {
    id: prompt.userMessageId,
    session_id: sessionId,
    role: 'user',
    content: messageContent(prompt),
    created_at: createdAt,
    prompt_id: prompt.promptId,
    metadata: {
      origin: promptOrigin(prompt),
      agent_id: agentId,
      ...(turnId === undefined ? {} : { turn_id: turnId }),
      client: prompt.metadata,
    },
  };
}

/** The content of a prompt with mentions as text (rest.md 10). */
export function messageContent({ content }: Pick<QueuedPrompt, 'content'>): Message['content'] {
  return content.map((part) => (part.type === 'mention' ? { type: 'text', text: promptText([part]) } : part));
}
