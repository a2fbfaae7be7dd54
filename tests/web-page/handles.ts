/** Reads from web.md the handles by which suites find elements: roles with accessible names, and test ids. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Handle {
  /** as the contract writes it */
  text: string;
  kind: 'id' | 'role';
  /** undefined: any role */
  role?: string;
  id?: string;
  /** pattern of the whole name, and names that match it */
  name?: { fits: RegExp; examples: readonly string[] };
}

const roles =
  /^(?:alert|alertdialog|article|button|checkbox|combobox|complementary|dialog|form|group|heading|img|link|list|listbox|log|main|menu|menuitem|menuitemradio|meter|navigation|radio|radiogroup|region|search|searchbox|separator|status|switch|tab|table|tablist|textbox|toolbar|tree)$/;

const escaped = (text: string): string => text.replace(/[.*+?^$()|{}\\]/g, '\\$&');

/** Reads a name in which `<x>` is a placeholder and `[…]` is optional. */
function nameOf(text: string): Handle['name'] {
  const source = escaped(text)
    .replace(/<[^>]+>/g, '.+')
    .replace(/\[([^\]]*)\]/g, '(?:$1)?');
  const filled = text.replace(/<[^>]+>/g, '1');
  return {
    fits: new RegExp(`^${source}$`),
    examples: [filled.replace(/\[[^\]]*\]/g, ''), filled.replace(/[[\]]/g, '')],
  };
}

/** Whether a message of the page, with placeholders in braces, can become the handle's name. */
export function matchesText({ name, role }: Handle, text: string): boolean {
  if (!name) return false;
  // a name without a role may be part of a message
  if (role === undefined && name.examples.some((example) => text.replace(/\{\w+\}/g, '1').includes(example)))
    return true;
  const pattern = new RegExp(`^${escaped(text).replace(/\\\{\w+\\\}/g, '.+')}$`);
  // a message of placeholders only would match everything
  return /[a-z]{2}/i.test(text.replace(/\{\w+\}/g, '')) && name.examples.some((example) => pattern.test(example));
}

export function readHandles(): Handle[] {
  const contract = readFileSync(join(process.cwd(), 'docs', 'contract', 'web.md'), 'utf8');
  const found = new Map<string, Handle>();
  // sections 10 to 12 (comparison, libraries, plans) contain no handles
  const text = contract.replace(/^## 10\. [^]*?(?=^## 13\.)/m, '');
  for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    const [, id] = /^\[([a-z][a-z-]+)(?: [a-z-]+=\S+)?\]$/.exec(code) ?? [];
    if (id !== undefined && id !== 'id') found.set(`[${id}]`, { text: `[${id}]`, kind: 'id', id });
    const [, role, name] = /^(?:([a-z]+) )?"([^"]+)"$/.exec(code) ?? [];
    if (name === undefined || (role !== undefined && !roles.test(role)) || /^<[^>]+>$/.test(name)) continue;
    found.set(code, { text: code, kind: 'role', ...(role !== undefined && { role }), name: nameOf(name) });
  }
  return [...found.values()];
}
