/** How a summary and the conversation it is made from are written down, for who writes them and who reads them again. */

/** Tags around the summary in its message. */
export const summaryTag = 'conversation-summary';
const summaryStart = `<${summaryTag}>\n`;

/** Texts in a form that is safe between these tags: nothing in them can open or close one. */
export function defuse(text: string): string {
  return text.replace(tags, '&lt;');
}

const tags = /<(?=\/?(?:conversation-summary|message|call|result)\b)/gi;

/** A message of the conversation in the request for a summary; `body` holds lines of text, calls and results. */
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

/** The text between the tags of a summary's message; undefined when it holds none. */
export function readSummary(text: string): string | undefined {
  const from = text.indexOf(summaryStart);
  if (from < 0) return undefined;
  const begin = from + summaryStart.length;
  const end = text.indexOf(`\n</${summaryTag}>`, begin);
  return end < 0 ? undefined : text.slice(begin, end);
}
