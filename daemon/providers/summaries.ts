/** The text format of a summary and of the conversation in a request for one: writing and parsing. */

/** The tag around the summary in its message. */
export const summaryTag = 'conversation-summary';
const summaryStart = `<${summaryTag}>\n`;

/** Escapes a text so that it cannot open or close one of these tags. */
export function defuse(text: string): string {
  return text.replace(tags, '&lt;');
}

const tags = /<(?=\/?(?:conversation-summary|message|call|result)\b)/gi;

/** A message of the conversation in the request for a summary; `body` has lines of text, calls and results. */
export function writeMessage(role: string, body: string): string {
  return `<message role="${role}">\n${body}\n</message>`;
}

export function writeCall(tool: string, input: string): string {
  return `<call tool="${tool}">${defuse(input)}</call>`;
}

export function writeResult(tool: string, output: string, failed: boolean): string {
  return `<result tool="${tool}"${failed ? ' error="true"' : ''}>\n${defuse(output)}\n</result>`;
}

/** The role and body of a written message; undefined for other text. */
export function readMessage(text: string): { role: string; body: string } | undefined {
  const [, role, body] = /^<message role="(\w+)">\n([\s\S]*)\n<\/message>$/.exec(text) ?? [];
  return role === undefined || body === undefined ? undefined : { role, body };
}

/** The text between the tags of a summary's message; undefined when there is none. */
export function readSummary(text: string): string | undefined {
  const from = text.indexOf(summaryStart);
  if (from < 0) return undefined;
  const begin = from + summaryStart.length;
  const end = text.indexOf(`\n</${summaryTag}>`, begin);
  return end < 0 ? undefined : text.slice(begin, end);
}
