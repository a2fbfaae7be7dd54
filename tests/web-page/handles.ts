/** The handles of web.md: roles with names, and test ids, read from the contract (web.md, table of signs). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Handle {
  /** as the contract writes it */
  text: string;
  kind: 'id' | 'role';
  /** undefined: a further name in a list of them, of any role */
  role?: string;
  id?: string;
  /** what the whole name must fit, and names that do */
  name?: { fits: RegExp; examples: readonly string[] };
}

const roles =
  /^(?:alert|alertdialog|article|button|checkbox|combobox|complementary|dialog|form|group|heading|img|link|list|listbox|log|main|menu|menuitem|menuitemradio|meter|navigation|radio|radiogroup|region|search|searchbox|separator|status|switch|tab|table|tablist|textbox|toolbar|tree)$/;

const escaped = (text: string): string => text.replace(/[.*+?^$()|{}\\]/g, '\\$&');

/** `<x>` stands for a value, `[…]` for what may be absent. */
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

/** Whether a text of the page, with its values in braces, can become the name. */
export function canBe({ name, role }: Handle, text: string): boolean {
  if (!name) return false;
  // a name without a role may be a part of one
  if (role === undefined && name.examples.some((example) => text.replace(/\{\w+\}/g, '1').includes(example)))
    return true;
  const pattern = new RegExp(`^${escaped(text).replace(/\\\{\w+\\\}/g, '.+')}$`);
  // one that is all values would fit everything
  return /[a-z]{2}/i.test(text.replace(/\{\w+\}/g, '')) && name.examples.some((example) => pattern.test(example));
}

export function readHandles(): Handle[] {
  const contract = readFileSync(join(process.cwd(), 'docs', 'contract', 'web.md'), 'utf8');
  const found = new Map<string, Handle>();
  // what the page was compared with, libraries and plans name no handles
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
