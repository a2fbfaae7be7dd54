/** The request and the findings of a search, for both engines. */
import type { LineRecord } from './ripgrep.js';
import { ToolFailure } from './tool.js';

/** Where to look; all paths canonical. */
export interface SearchScope {
  /** file or directory */
  root: string;
  isDirectory: boolean;
  includeIgnored: boolean;
  env: Record<string, string>;
}

export interface ContentSearch extends SearchScope {
  mode: 'content' | 'files_with_matches' | 'count_matches';
  /** regular expression */
  pattern: string;
  /** file filter; without a slash it means base names */
  glob?: string;
  /** name of a file type */
  type?: string;
  ignoreCase: boolean;
  multiline: boolean;
  /** lines of context */
  before: number;
  after: number;
}

/** What a search came to; only the list that belongs to its mode is filled. */
export interface ContentFound {
  paths: string[];
  counts: { path: string; matches: number }[];
  lines: LineRecord[];
  stopped?: 'time' | 'size';
}

export interface FilesFound {
  paths: string[];
  stopped?: 'time' | 'size';
}

/** The failure of a search that was interrupted. */
export function interrupted(): ToolFailure {
  return new ToolFailure('The search was interrupted by the user.');
}
