/** Removes the names of directories and of the user from texts of an export (web.md 8.5). */

/** User names that are ordinary words, and therefore occur in many texts. */
const commonNames = new Set(['admin', 'agent', 'home', 'node', 'root', 'user', 'users']);
const shortestName = 3;

/** Returns a function that replaces the working directory by `.`, the home by `~`, and the user's name by `***`. */
export function createPathHider({ cwd, userHome }: { cwd: string; userHome: string }): (text: string) => string {
  // a longer name with a directory as its prefix is another name
  const pathOf = (path: string): RegExp => new RegExp(`${literal(path)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'gu');
  const paths = [
    { path: cwd, short: '.' },
    { path: userHome, short: '~' },
  ]
    .filter(({ path }) => path.length > 1)
    .map(({ path, short }) => ({ path, short, pattern: pathOf(path) }));
  const name = userHome.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const isOwn = name.length >= shortestName && !commonNames.has(name.toLowerCase());
  const namePattern = new RegExp(`(?<![\\p{L}\\p{N}_])${literal(name)}(?![\\p{L}\\p{N}_])`, 'gu');
  return (text) => {
    let result = text;
    for (const { path, short, pattern } of paths)
      if (result.includes(path)) result = result.replace(pattern, () => short);
    return isOwn && result.includes(name) ? result.replace(namePattern, '***') : result;
  };
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replace(/\\-/g, '\\x2d');
}

/** The same without a known home: finds homes by their usual paths. Counts the texts that it changes. */
export function createHomesHider(cwd: string) {
  const homes = /(?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\)[^/\\\s"'`:;,)\]}>]+/g;
  const hiders = new Map<string, (text: string) => string>();
  const hiderOf = (home: string): ((text: string) => string) => {
    const found = hiders.get(home) ?? createPathHider({ cwd, userHome: home });
    hiders.set(home, found);
    return found;
  };
  let count = 0;
  hiderOf(cwd.match(homes)?.[0] ?? '/root');
  return {
    count: () => count,
    hide(text: string): string {
      for (const home of text.match(homes) ?? []) hiderOf(home);
      const hidden = [...hiders.values()].reduce((left, hide) => hide(left), text);
      if (hidden !== text) count += 1;
      return hidden;
    },
  };
}

/** A copy with changed texts; of field names, it changes only paths. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change));
  const nameOf = (name: string): string => (/[/\\]/.test(name) ? change(name) : name);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [nameOf(name), mapTexts(each, change)]));
}
