/** Parses the file of a custom agent, and `SYSTEM.md` (engine.md 3.4, 14). */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { toolTable } from '../../../schemas/generated/tools.js';
import type { AgentBinding, AgentFile } from '../../../schemas/generated/types.js';
import { checkTextFile, readTextFile, type Problem } from '../../workspace/textfile.js';
import { plainName } from '../../base/text/visible.js';
import { oneLine } from '../describe.js';
import { splitFrontMatter, readFields } from '../frontmatter.js';
import { compileGlob } from '../permission/glob.js';
import { skipped, type Notice } from '../scan.js';

export interface ReadAgent {
  binding: AgentBinding;
  /** the file may replace a built-in agent */
  override: boolean;
  /** questionable but harmless parts of the file; each completes a sentence */
  warnings: string[];
}

/** Maximum length of a file's prompt in chars. */
const maxBodyChars = 100_000;
const shownNames = 5;
const namePattern = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

const fieldNames = [
  'name',
  'description',
  'whenToUse',
  'tools',
  'disallowedTools',
  'subagents',
  'model',
  'sandbox',
  'override',
] as const;

/** Parses an agent file. `file` is its absolute path, whose name replaces a missing `name` field. */
export async function readAgent(
  text: string,
  file: string,
  source: AgentBinding['source'],
): Promise<ReadAgent | Problem> {
  const parts = splitFrontMatter(text);
  if ('problem' in parts) return parts;
  if (parts.front === undefined) return { problem: 'it has no front matter' };
  const read = await readFields<AgentFile>('AgentFile', fieldNames, parts.front);
  if ('problem' in read) return read;
  const { fields } = read;
  const name = fields.name ?? path.basename(file).replace(/\.md$/i, '');
  if (!namePattern.test(name))
    return { problem: `${plainName(name)} is not a valid name for an agent (small letters, digits and single dashes)` };
  if (parts.body === '') return { problem: 'it has no text' };
  if (parts.body.length > maxBodyChars) return { problem: `its text is longer than ${maxBodyChars} characters` };
  const description = oneLine(fields.description);
  if (description === '') return { problem: 'its front matter has no description' };
  const disallowed = fields.disallowedTools ?? [];
  return {
    binding: {
      name,
      description,
      source,
      path: file,
      hash: createHash('sha256').update(text).digest('hex'),
      body: parts.body,
      disallowed,
      ...(fields.whenToUse?.trim() ? { whenToUse: oneLine(fields.whenToUse) } : {}),
      ...(fields.tools === undefined ? {} : { tools: fields.tools }),
      subagents: fields.subagents,
      ...(fields.model === undefined ? {} : { model: fields.model }),
      ...(fields.sandbox === undefined ? {} : { sandbox: fields.sandbox }),
    },
    override: fields.override ?? false,
    warnings: toolWarnings([...(fields.tools ?? []), ...disallowed]),
  };
}

/** Finds tool names that have no effect as written. */
function toolWarnings(names: readonly string[]): string[] {
  const patterns = names.filter((name) => /[()]/.test(name));
  const lone = names.filter(
    (name) => !patterns.includes(name) && /^mcp__[^*]*$/.test(name) && !/^mcp__.+__./.test(name),
  );
  const unknown = names.filter((name) => ![...patterns, ...lone].includes(name) && !matchesSomething(name));
  return [
    ...warningAbout('holds permission patterns, which are not tool names', patterns),
    ...warningAbout('names MCP servers without their tools (write mcp__server__*)', lone),
    ...warningAbout('names tools that do not exist', unknown),
  ];
}

function warningAbout(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, shownNames).map((name) => plainName(name));
  return [`${what}: ${shown.join(', ')}${names.length > shownNames ? ', …' : ''}`];
}

function matchesSomething(name: string): boolean {
  // MCP servers are known only while they run
  if (name.startsWith('mcp__')) return true;
  if (!name.includes('*')) return Object.hasOwn(toolTable, name);
  const glob = compileGlob(name.replace(/[\\?[\]{}!]/g, '\\$&'), { style: 'text' });
  return Object.keys(toolTable).some((tool) => glob.matches(tool, false));
}

const tooLong = `it is longer than ${maxBodyChars} characters`;

/** Returns the text of SYSTEM.md; none when missing or blank. Never throws: a notice reports an unusable file. */
export async function readSystemFile(homes: {
  home: string;
  userHome: string;
}): Promise<{ body?: string; notices: Notice[] }> {
  const file = path.join(homes.home, 'SYSTEM.md');
  const found = await checkTextFile(file, homes);
  if ('problem' in found) return { notices: found.missing ? [] : [skipped('agent-skipped', file, found.problem)] };
  const read = await readTextFile(found.realPath, maxBodyChars * 4);
  const text = read === 'large' || ('text' in read && read.text.length > maxBodyChars) ? undefined : read;
  if (text === undefined) return { notices: [skipped('agent-skipped', file, tooLong)] };
  if ('problem' in text) return { notices: [skipped('agent-skipped', file, text.problem)] };
  return { notices: [], ...(text.text === '' ? {} : { body: text.text }) };
}
