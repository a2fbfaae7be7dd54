/** The time zone of the server. */
import { linkedZone } from '../base/localdate.js';

export interface ServerTimeZone {
  /** IANA name */
  name(): string;
  /** what is wrong with the one of the environment, once */
  takeProblem(): string | undefined;
}

/** A zone that ICU does not know counts as UTC. Not looked for before it is asked for: ICU takes 12 ms. */
export function createTimeZone(
  options: { timeZone?: string; env: Readonly<Record<string, string | undefined>> },
  warn: (message: string) => void,
): ServerTimeZone {
  let known: string | undefined;
  let problem: string | undefined;

  function name(): string {
    if (known !== undefined) return known;
    const isPlain = options.timeZone === undefined && options.env['TZ'] === undefined;
    known = isPlain ? linkedZone() : undefined;
    if (known !== undefined) return known;
    const found = options.timeZone ?? systemZone();
    known = found !== undefined && isZone(found) ? found : 'UTC';
    if (known === found) return known;
    const given = options.timeZone ?? options.env['TZ'];
    problem = `${given === undefined ? 'The time zone of the system' : `The time zone ${JSON.stringify(given)} (TZ)`} is not known: UTC is used instead.`;
    warn(problem);
    // a system without a zone is no mistake of the user
    if (given === undefined) problem = undefined;
    return known;
  }

  return {
    name,
    takeProblem() {
      name();
      const found = problem;
      problem = undefined;
      return found;
    },
  };
}

/** The type is string, but for a `TZ` such as `UTC0` there is none. */
function systemZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
