/** Numbers, times, durations, sizes, tokens and money as a reader sees them, the same on every surface. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `12,345`; what is no number is 0. */
export function formatCount(count: number): string {
  // the sum has no minus zero
  return (Number.isFinite(count) ? Math.round(count) + 0 : 0).toLocaleString('en');
}

/** `1 prompt`, `2 prompts`; `many` where an `s` is not enough. */
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

/** `12% 8k/64k`; tokens alone when the limit is unknown. */
export function formatContext(tokens: number, limit?: number): string {
  if (limit === undefined || limit <= 0) return formatTokens(tokens);
  return `${formatPercent(tokens / limit)} ${formatTokens(tokens)}/${formatTokens(limit)}`;
}

/** A share of 1 in whole percent; 100% only when it is reached. */
export function formatPercent(share: number): string {
  const percent = atLeastZero(share) * 100;
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : Math.round(percent)}%`;
}

/** `$0.42`; what is less than a cent, but not nothing, says so. */
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
  // 1023.6 KiB would be shown as 1024
  while (Math.round(size) >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(size) : scaled(size)} ${units[unit]}`;
}

/** How long something took: `120 ms`, `1.2 s`, `12 s`, `1 min 5 s`, `2 h 3 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  const length = atLeastZero(ms);
  if (Math.round(length) < secondMs) return `${Math.round(length)} ms`;
  if (length < 9_950) return `${scaled(length / secondMs)} s`;
  return formatElapsed(Math.round(length / secondMs) * secondMs);
}

/** How long something has been running, in whole seconds, so that it does not flicker. */
export function formatElapsed(ms: number): string {
  const length = atLeastZero(ms);
  if (length < minuteMs) return `${Math.floor(length / secondMs)} s`;
  if (length < hourMs) return pair(length, minuteMs, 'min', secondMs, 's');
  if (length < dayMs) return pair(length, hourMs, 'h', minuteMs, 'min');
  return pair(length, dayMs, 'd', hourMs, 'h');
}

/** How long ago: `just now`, `3 min ago`, `2 h ago`, `5 d ago`; the date when it is a month or more. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  if (!Number.isFinite(age)) return '';
  if (age < minuteMs) return 'just now';
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min ago`;
  if (age < dayMs) return `${Math.floor(age / hourMs)} h ago`;
  if (age < 30 * dayMs) return `${Math.floor(age / dayMs)} d ago`;
  return formatTime(at).slice(0, 10);
}

/** `YYYY-MM-DD HH:MM` in local time; empty for what is no time. */
export function formatTime(at: number | string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  // Swedish writes times as ISO 8601 does
  return date.toLocaleString('sv').slice(0, -3);
}

/** A path as the user writes it: below the home directory it begins with `~`. */
export function formatPath(path: string, home?: string): string {
  if (home === undefined || home === '' || home === '/') return path;
  const root = home.replace(/[/\\]+$/, '');
  if (path === root) return '~';
  return /^[/\\]/.test(path.slice(root.length)) && path.startsWith(root) ? `~${path.slice(root.length)}` : path;
}

/** Where a client and its user are. */
export interface Places {
  /** of the session */
  cwd: string;
  home?: string;
}

/** A path inside of the directory of the session is named from there, another one from the home. */
export function formatPathFrom(path: string, { cwd, home }: Places): string {
  const root = cwd.replace(/[/\\]+$/, '');
  const isInside = root !== '' && path.startsWith(root) && /^[/\\]./.test(path.slice(root.length));
  return isInside ? path.slice(root.length + 1) : formatPath(path, home);
}

function pair(length: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((length % big) / small);
  return `${Math.floor(length / big)} ${bigUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`;
}

/** One decimal below 10, none of it when it is a zero. */
function scaled(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}

function atLeastZero(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
