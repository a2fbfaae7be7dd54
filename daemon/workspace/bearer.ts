/** Names of variables that hold the tokens of MCP servers, as their configuration files say (engine.md 4.9, 16.1). */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file larger than this is no configuration. */
const maxBytes = 1024 * 1024;
/** A file of a repository must not take these away from commands. */
const needed = new Set(['PATH', 'HOME', 'SHELL', 'USER', 'LOGNAME', 'LANG', 'PWD', 'TMPDIR', 'TZ']);

const known = new Map<string, { stamp: string; names: string[] }>();

/** Names in the files of the user and of the project that a directory belongs to. */
export function bearerVariables(home: string, cwd: string): Set<string> {
  const files = [join(home, 'mcp.json'), join(rootOf(cwd), '.mcp.json'), join(cwd, '.agent-code', 'mcp.json')];
  return new Set(files.flatMap(namesIn).filter((name) => !needed.has(name)));
}

/** The nearest directory above that holds a repository, else the directory itself. */
function rootOf(cwd: string): string {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return cwd;
  }
}

function namesIn(path: string): string[] {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.size > maxBytes) return [];
  const stamp = `${facts.ino}:${facts.mtimeMs}:${facts.size}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.names;
  const names = readNames(path);
  known.set(path, { stamp, names });
  return names;
}

function readNames(path: string): string[] {
  try {
    const servers = (JSON.parse(readFileSync(path, 'utf8')) as { mcpServers?: unknown } | null)?.mcpServers;
    if (typeof servers !== 'object' || servers === null) return [];
    return Object.values(servers).flatMap((server: unknown) => {
      const name =
        typeof server === 'object' && server !== null && 'bearerTokenEnvVar' in server ? server.bearerTokenEnvVar : '';
      return typeof name === 'string' && name !== '' ? [name] : [];
    });
  } catch {
    // whoever starts the servers says what is wrong with the file
    return [];
  }
}
