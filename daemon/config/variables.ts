/** Reads environment variables by the rules of cli.md 8: blank is unset, an invalid value is a warning. */
import { isHttpUrl } from './checks.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Readers return undefined for unset, blank and invalid values. */
export interface Variables {
  text(name: string): string | undefined;
  boolean(name: string): boolean | undefined;
  /** an integer of at least `least` */
  integer(name: string, least: number): number | undefined;
  number(name: string, least: number, most: number): number | undefined;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  /** an http or https address */
  address(name: string): string | undefined;
  /** records a problem; the text never contains values, which may be secret */
  warn(name: string, problem: string): void;
  warnings: string[];
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
};

export function createVariables(env: Environment): Variables {
  const warnings: string[] = [];
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const warn = (name: string, problem: string): void => void warnings.push(`${name}: ${problem}; ignored`);

  const read = <Value>(
    name: string,
    convert: (value: string) => Value | undefined,
    wanted: string,
  ): Value | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const result = convert(value);
    if (result === undefined) warn(name, `must be ${wanted}`);
    return result;
  };

  return {
    text,
    boolean: (name) => read(name, (value) => BOOLEANS[value.toLowerCase()], '1, true, yes, on, 0, false, no or off'),
    integer: (name, least) =>
      read(
        name,
        (value) => inside(/^[+-]?\d+$/.test(value) ? Number(value) : NaN, least, Number.MAX_SAFE_INTEGER),
        least > Number.MIN_SAFE_INTEGER ? `a whole number from ${least}` : 'a whole number',
      ),
    number: (name, least, most) =>
      read(name, (value) => inside(Number(value), least, most), `a number from ${least} to ${most}`),
    choice: (name, choices) =>
      read(name, (value) => choices.find((choice) => choice === value.toLowerCase()), `one of ${choices.join(', ')}`),
    address: (name) => read(name, (value) => (isHttpUrl(value) ? value : undefined), 'an http or https address'),
    warn,
    warnings,
  };
}

function inside(value: number, least: number, most: number): number | undefined {
  return value >= least && value <= most ? value : undefined;
}
