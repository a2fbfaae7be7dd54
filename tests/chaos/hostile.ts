/** The parts of `npm run chaos -- --hostile`. */
import { runLines } from './hostilelines.js';
import { runReplies } from './hostilereplies.js';

export interface PartOptions {
  seed: number;
  /** number of inputs; each part has its own default */
  rounds?: number;
  report(text: string): void;
}

export interface PartResult {
  problems: string[];
  summary: string;
}

/** The parts by name, in the order they run. */
const parts: Record<string, (options: PartOptions) => Promise<PartResult>> = {
  lines: runLines,
  replies: runReplies,
};

/** Runs the named parts; all without names. */
export async function runHostile(only: readonly string[] | undefined, options: PartOptions): Promise<PartResult> {
  const problems: string[] = [];
  const summaries: string[] = [];
  const names = only ?? Object.keys(parts);
  for (const name of names) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!part) throw new Error(`--only ${name}: the parts are ${Object.keys(parts).join(', ')}`);
    const result = await part(options);
    problems.push(...result.problems.map((problem) => `${name}: ${problem}`));
    summaries.push(`${name}: ${result.summary}`);
  }
  return { problems, summary: summaries.join('; ') };
}
