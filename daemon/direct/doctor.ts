/** `agent doctor`: checks `config.toml` and `tui.toml`; changes nothing, sends no request (cli.md 5.4). */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { DoctorFile, DoctorOptions, DoctorReport } from '../../schemas/host.js';
import { toolTable } from '../../schemas/generated/tools.js';
import { errorCode } from '../base/fs/errno.js';
import { fileText, placeOf } from '../../schemas/toml/filetext.js';
import { inspectConfig, inspectTui, type Remark, type RuleReader, type TuiReader } from '../config/inspect.js';
import { createLocator, parseToml, pathText, TomlSyntaxError } from '../../schemas/toml/document.js';
import { homePaths } from '../home/paths.js';
import { plainName } from '../base/text/visible.js';

/** The tools of this program, without those of MCP servers. */
export const toolNames: readonly string[] = Object.keys(toolTable);

/** Maximum number of remarks about one file. */
const mostRemarks = 200;
const mostChars = 4_096;

/** Checks of other parts of the program: permission rules, and the keys of the terminal UI. */
export type DoctorReaders = RuleReader & TuiReader;

/** Reports about the files, in their order. */
export async function doctor({ files, ...around }: DoctorOptions, readers: DoctorReaders): Promise<DoctorReport[]> {
  const reports: DoctorReport[] = [];
  for (const file of files) reports.push(await examineFile(file, around, readers));
  return reports;
}

async function examineFile(
  { kind, path: given }: DoctorFile,
  { home, env }: Omit<DoctorOptions, 'files'>,
  readers: DoctorReaders,
): Promise<DoctorReport> {
  const paths = homePaths(home);
  const path = given ?? (kind === 'config' ? paths.configFile : paths.tuiFile);
  const report = (status: DoctorReport['status'], messages: string[]): DoctorReport => ({
    status,
    label: `${kind}.toml`,
    path: plainName(path, mostChars),
    messages: messages.map((message) => plainName(message, mostChars)),
  });
  const content = fileText(path);
  if ('problem' in content) {
    const isAbsent = content.missing && given === undefined;
    return report(isAbsent ? 'SKIP' : 'ERROR', [isAbsent ? 'there is none; defaults are used' : content.problem]);
  }
  const { text, openToOthers } = content;
  try {
    const raw = parseToml(text);
    const remarks =
      kind === 'tui'
        ? inspectTui(raw, { hasTheme: (name) => hasTheme(home, name), keyProblems: readers.keyProblems })
        : inspectConfig(raw, {
            env,
            rules: readers,
            tools: toolNames,
            openToOthers,
            places: { home, userHome: env['HOME'] ?? homedir() },
          });
    return report(remarks.some(({ level }) => level === 'error') ? 'ERROR' : 'OK', linesOf(remarks, text));
  } catch (error) {
    if (!(error instanceof TomlSyntaxError)) throw error;
    return report('ERROR', [`${placeOf(error.position)} ${error.message}`]);
  }
}

/** Whether a custom theme exists; themes are files beside the configuration (tui.md 3.20). */
function hasTheme(home: string, name: string): boolean {
  const file = name.endsWith('.json') ? name : `${name}.json`;
  if (basename(file) !== file) return false;
  try {
    return statSync(join(home, 'themes', file)).isFile();
  } catch (error) {
    // a name that cannot be looked up is no file either
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function linesOf(remarks: readonly Remark[], text: string): string[] {
  if (remarks.length === 0) return [];
  const locate = createLocator(text);
  // mistakes first, so that the limit does not drop them
  const chosen = [...remarks].sort((a, b) => rank(a) - rank(b)).slice(0, mostRemarks);
  const placed = chosen.map((remark) => ({ ...remark, at: locate(remark.path) }));
  placed.sort((a, b) => rank(a) - rank(b) || a.at.line - b.at.line || a.at.column - b.at.column);
  const lines = placed.map(({ level, path, message, at }) => {
    const place = path.length === 0 ? '' : `${placeOf(at)} ${pathText(path)}: `;
    return `${level === 'warning' ? 'warning: ' : ''}${place}${message}`;
  });
  return remarks.length > chosen.length ? [...lines, `… and ${remarks.length - chosen.length} more`] : lines;
}

const rank = ({ level }: Remark): number => (level === 'error' ? 0 : 1);
