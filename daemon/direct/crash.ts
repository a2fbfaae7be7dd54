/** Masks this machine's secrets in the report of a command that failed unexpectedly. */
import type { CrashOptions } from '../../schemas/host.js';
import { documentSecrets, namedVariables, proxySecrets } from '../config/secrets.js';
import { parseToml, TomlSyntaxError } from '../../schemas/toml/document.js';
import { storedSecrets, textOf } from '../home/credentials.js';
import { homePaths, type HomePaths } from '../home/paths.js';
import { maskShapes, secretValuesIn } from '../home/redact.js';
import { createSecrets } from '../home/secrets.js';

/** Masks secrets; reads them again, since the code that knew them may have failed. */
export function hideSecrets(text: string, options: CrashOptions): string {
  return maskShapes(createSecrets([() => knownSecrets(options)]).hide(text));
}

/** The secrets of this machine from its files and environment. */
export function knownSecrets({ home, env }: CrashOptions): string[] {
  const paths = homePaths(home);
  return [
    ...secretsOfFile(paths, env),
    ...storedSecrets(paths),
    textOf(paths.tokenFile).trim(),
    ...secretValuesIn(env),
    ...proxySecrets(env),
    ...(env['AGENT_CODE_CUSTOM_HEADERS'] ?? '').split(/[\s:]+/),
  ];
}

function secretsOfFile({ configFile }: HomePaths, env: CrashOptions['env']): string[] {
  const text = textOf(configFile);
  try {
    const document = parseToml(text);
    return [...documentSecrets(document), ...namedVariables(document).map((name) => env[name] ?? '')];
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    // any quoted text of a broken file may be a secret, or name a variable with one
    return [...text.matchAll(/["']([^"'\n]{8,})["']?/g)].flatMap(([, value = '']) => [value, env[value] ?? '']);
  }
}
