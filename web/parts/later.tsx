/** A screen or panel whose module loads on first render. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isMissingPiece, logDefect } from '../live/defects.js';
import { isOnline } from '../live/server.js';
import { Failure } from './failure.js';
import { Skeleton } from './skeleton.js';

export interface LaterProps<Props> {
  load: () => Promise<ComponentType<Props>>;
  given: Props;
  /** the part fills the whole screen, so the page may reload to get its module */
  isScreen?: boolean;
}

const loaded = new Map<unknown, unknown>();

export function Later<Props extends object>({ load, given, isScreen = false }: LaterProps<Props>) {
  const [error, setError] = useState<unknown>(undefined);
  const [, redraw] = useState(0);
  const Part = loaded.get(load) as ComponentType<Props> | undefined;
  useEffect(() => {
    if (loaded.has(load)) return;
    load().then(
      (part) => {
        loaded.set(load, part);
        redraw((count) => count + 1);
      },
      (reason: unknown) => {
        logDefect(reason);
        setError(reason);
      },
    );
  }, [load]);
  const isAwaited = isScreen && isMissingPiece(error) && mayReload();
  useEffect(() => {
    if (isAwaited && isOnline.value) reload();
  }, [isAwaited, isOnline.value]);
  if (error !== undefined && !isAwaited) return <Failure error={error} onRetry={() => location.reload()} />;
  return Part ? <Part {...given} /> : <Skeleton />;
}

const reloadedKey = 'agent.reloaded';
const spacingMs = 60_000;

/** Limits reloads: browsers cache a failed module load until a reload, but a missing module must not reload forever. */
function mayReload(): boolean {
  try {
    const reloadedAt = sessionStorage.getItem(reloadedKey) ?? '0';
    // fails now rather than on the way
    sessionStorage.setItem(reloadedKey, reloadedAt);
    return Date.now() - Number(reloadedAt) > spacingMs;
  } catch {
    // storage is full or switched off, so nothing limits reloads: the user decides
    return false;
  }
}

function reload(): void {
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
