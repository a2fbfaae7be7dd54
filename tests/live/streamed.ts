/** Pieces of a streamed answer in the format of OpenAI chat, for tests that stop a model in the middle of it. */
export type Piece = string | number;

const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;

export const say = (content: string): string => chunk({ delta: { content } });
export const think = (reasoning_content: string): string => chunk({ delta: { reasoning_content } });

/** A part of a tool call; the first part of an index has an id and a name. */
export function callPart(index: number, part: { id?: string; name?: string; arguments: string }): string {
  const { id, ...rest } = part;
  return chunk({
    delta: { tool_calls: [{ index, ...(id === undefined ? {} : { id, type: 'function' }), function: rest }] },
  });
}

/** A complete answer; numbers are pauses in milliseconds. */
export function whole(...body: Piece[]): { body: Piece[] } {
  const finish_reason = body.some((piece) => String(piece).includes('tool_calls')) ? 'tool_calls' : 'stop';
  return { body: [...body, `${chunk({ delta: {}, finish_reason })}data: [DONE]\n\n`] };
}

/** An answer whose connection breaks before the end. */
export function breaking(...body: Piece[]): { body: Piece[] } {
  return { body: [...body, 'drop'] };
}
