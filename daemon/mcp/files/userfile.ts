/** The entries of `<home>/mcp.json`: added, replaced and removed; all else in the file stays as it is (rest.md 17.2). */
import { isDeepStrictEqual } from 'node:util';
import type { McpServerConfig } from '../../../schemas/generated/types.js';
import { ApiError, invalid } from '../../errors.js';
import { isServerName, maxDocumentBytes, readDocument } from './entries.js';
import { checkedConfig } from './forms.js';
import { editJson } from './jsonedit.js';

export interface UserFileDeps {
  /**
   * Replaces the text of the file by what `edit` gives, with one writer at a time over all processes; it is asked again
   * when another program was faster, with an empty text when there is no file. Undefined from it: nothing to change.
   */
  change(edit: (text: string) => { text: string } | undefined): Promise<unknown>;
}

/** Each throws VALIDATION_FAILED or PERSISTENCE_FAILURE, and then nothing was changed. */
export interface UserFile {
  /** blanks around the name do not count; throws VALIDATION_FAILED when it is taken */
  add(name: string, config: McpServerConfig): Promise<void>;
  /** the whole entry; throws MCP_SERVER_NOT_FOUND */
  replace(name: string, config: McpServerConfig): Promise<void>;
  /** throws MCP_SERVER_NOT_FOUND */
  remove(name: string): Promise<void>;
}

export function createUserFile({ change }: UserFileDeps): UserFile {
  async function write(name: string, value: object | undefined, check: (isThere: boolean) => void): Promise<void> {
    await change((text) => {
      check(namesIn(text).has(name));
      const next = edited(text, name, value);
      return next === text ? undefined : { text: next };
    });
  }

  function refuseMissing(isThere: boolean): void {
    if (!isThere) throw new ApiError('MCP_SERVER_NOT_FOUND');
  }

  return {
    async add(name, config) {
      const value = checkedConfig(config);
      await write(checkedName(name), value, (isThere) => {
        if (isThere) throw invalid('name', 'is taken already');
      });
    },
    replace: async (name, config) => write(name, checkedConfig(config), refuseMissing),
    remove: (name) => write(name, undefined, refuseMissing),
  };
}

/** Throws VALIDATION_FAILED, about `place`. */
export function checkedName(given: string, place = 'name'): string {
  const name = given.trim();
  if (!isServerName(name)) throw invalid(place, 'must be 1 to 64 letters, digits, - and _');
  return name;
}

function namesIn(text: string): ReadonlySet<string> {
  if (isBlank(text)) return new Set();
  const document = readDocument(text);
  if ('error' in document) throw unusable(`${document.error}; mend it first`);
  return new Set(document.entries.keys());
}

function edited(text: string, name: string, value: object | undefined): string {
  const next =
    isBlank(text) || text.replace(/[\s\ufeff]/g, '') === '{}'
      ? `${JSON.stringify({ mcpServers: { [name]: value } }, null, 2)}\n`
      : editJson(text, ['mcpServers', name], value);
  if (Buffer.byteLength(next) > maxDocumentBytes) throw invalid('', 'mcp.json would be larger than 1 MiB');
  const read = readDocument(next);
  if ('error' in read) throw invalid('', `mcp.json could not be used any more: ${read.error}`);
  const { mcpServers } = JSON.parse(next.replace(/^\ufeff/, '')) as { mcpServers: object };
  const found: unknown = Object.getOwnPropertyDescriptor(mcpServers, name)?.value;
  if (!isDeepStrictEqual(found, value === undefined ? undefined : JSON.parse(JSON.stringify(value))))
    throw unusable('its form is unusual; edit it by hand');
  return next;
}

function isBlank(text: string): boolean {
  return /^[\s\ufeff]*$/.test(text);
}

function unusable(why: string): ApiError {
  return new ApiError('PERSISTENCE_FAILURE', { message: `mcp.json cannot be changed: ${why}` });
}
