/** Rereads the models of providers from their source (rest.md 7.2, "Refresh"). */
import type { RefreshReport } from '../../schemas/generated/types.js';
import { errorMessage } from '../base/fs/errno.js';
import type { ProviderSettings } from './effective.js';

/** A source of models. */
export interface Refresher {
  kind: 'login' | 'registry' | 'catalog';
  /** whether the provider's models come from this source */
  covers(id: string, provider: ProviderSettings): boolean;
  /**
   * Reads the models of these providers into the configuration. Providers in neither list are unchanged. May throw an
   * error with a message for the user, if all of them failed.
   */
  refresh(ids: readonly string[]): Promise<Pick<RefreshReport, 'changed' | 'failed'>>;
}

/** Calls one source after another; a failed one does not affect the others. */
export async function refreshed(
  asked: ReadonlyMap<string, ProviderSettings>,
  refreshers: readonly Refresher[],
): Promise<RefreshReport> {
  const changed: RefreshReport['changed'] = [];
  const failed: RefreshReport['failed'] = [];
  for (const refresher of refreshers) {
    const ids = [...asked].filter(([id, provider]) => refresher.covers(id, provider)).map(([id]) => id);
    if (ids.length === 0) continue;
    try {
      const result = await refresher.refresh(ids);
      changed.push(...result.changed);
      failed.push(...result.failed);
    } catch (error) {
      const reason = errorMessage(error);
      failed.push(...ids.map((provider) => ({ provider, reason })));
    }
  }
  const named = new Set([...changed.map(({ provider_id }) => provider_id), ...failed.map(({ provider }) => provider)]);
  return { changed, unchanged: [...asked.keys()].filter((id) => !named.has(id)), failed };
}
