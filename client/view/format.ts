/** Formats numbers, times, durations, sizes, tokens and money, identically on every surface. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Returns a count such as `12,345`; anything but a finite number is 0. */
export function formatCount(count: number): string {
  // `+ 0` turns minus zero into zero
  return (Number.isFinite(count) ? Math.round(count) + 0 : 0).toLocaleString('en');
}

/** Returns `1 prompt` or `2 prompts`; `many` is the plural where an `s` is not enough. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `950`, `1.5k`, `52k`, `1.2M` */
export function formatTokens(tokens: number): string {
  const count = atLeastZero(tokens);
  if (Math.round(count) < 1_000) return String(Math.round(count));
  if (count < 999_500) return `${scaled(count / 1_000)}k`;
  return `${scaled(count / 1_000_000)}M`;
}

/** Returns `12% 8k/64k`, or only the tokens when the limit is unknown. */
export function formatContext(tokens: number, limit?: number): string {
  if (limit === undefined || limit <= 0) return formatTokens(tokens);
  return `${formatPercent(tokens / limit)} ${formatTokens(tokens)}/${formatTokens(limit)}`;
}

/** Returns a share of 1 in whole percent; 100% only from a full share on. */
export function formatPercent(share: number): string {
  const percent = atLeastZero(share) * 100;
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : Math.round(percent)}%`;
}

/** Returns `$0.42`; marks an amount of less than a cent that is not zero. */
export function formatMoney(dollars: number): string {
  const amount = atLeastZero(dollars);
  if (amount > 0 && amount < 0.005) return '<$0.01';
  return `$${Number(amount.toFixed(2)).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}

/** `512 B`, `1.5 KiB`, `20 MiB` */
export function formatSize(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let size = atLeastZero(bytes);
  let unit = 0;
  // otherwise 1023.6 KiB would be shown as 1024
  while (Math.round(size) >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(size) : scaled(size)} ${units[unit]}`;
}

/** Returns a duration: `120 ms`, `1.2 s`, `12 s`, `1 min 5 s`, `2 h 3 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  const length = atLeastZero(ms);
  if (Math.round(length) < secondMs) return `${Math.round(length)} ms`;
  if (length < 9_950) return `${scaled(length / secondMs)} s`;
  return formatElapsed(Math.round(length / secondMs) * secondMs);
}

/** Returns the elapsed time in whole seconds, so that it does not flicker. */
export function formatElapsed(ms: number): string {
  const length = atLeastZero(ms);
  if (length < minuteMs) return `${Math.floor(length / secondMs)} s`;
  if (length < hourMs) return pair(length, minuteMs, 'min', secondMs, 's');
  if (length < dayMs) return pair(length, hourMs, 'h', minuteMs, 'min');
  return pair(length, dayMs, 'd', hourMs, 'h');
}

/** Returns an age: `just now`, `3 min ago`, `2 h ago`, `5 d ago`, or the date from a month on. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  if (!Number.isFinite(age)) return '';
  if (age < minuteMs) return 'just now';
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min ago`;
  if (age < dayMs) return `${Math.floor(age / hourMs)} h ago`;
  if (age < 30 * dayMs) return `${Math.floor(age / dayMs)} d ago`;
  return formatTime(at).slice(0, 10);
}

/** Returns `YYYY-MM-DD HH:MM` in local time; empty for an invalid time. */
export function formatTime(at: number | string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  // the Swedish format is that of ISO 8601
  return date.toLocaleString('sv').slice(0, -3);
}

/** Returns a path, with the user's home directory as `~`. */
export function formatPath(path: string, home?: string): string {
  if (home === undefined || home === '' || home === '/') return path;
  const root = home.replace(/[/\\]+$/, '');
  if (path === root) return '~';
  return /^[/\\]/.test(path.slice(root.length)) && path.startsWith(root) ? `~${path.slice(root.length)}` : path;
}

/** The directories of a client and its user. */
export interface Places {
  /** working directory of the session */
  cwd: string;
  home?: string;
}

/** Returns a path relative to the session's directory if it is inside, or else as `formatPath` does. */
export function formatPathFrom(path: string, { cwd, home }: Places): string {
  const root = cwd.replace(/[/\\]+$/, '');
  const isInside = root !== '' && path.startsWith(root) && /^[/\\]./.test(path.slice(root.length));
  return isInside ? path.slice(root.length + 1) : formatPath(path, home);
}

function pair(length: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((length % big) / small);
  return `${Math.floor(length / big)} ${bigUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`;
}

/** Returns a number with one decimal below 10, unless that is zero. */
function scaled(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}

function atLeastZero(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
