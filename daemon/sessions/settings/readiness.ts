/** Whether the model that a turn will use is ready, and which one a session takes when none was named (rest.md 5). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';

type Deps = Pick<SessionDeps, 'models'>;

/** Replaces a stopgap model by a configured one. Throws 40110 to 40113 when there is none. */
export function modelEvents(deps: Deps, session: LiveSession): NewEvent[] {
  const { alias, named } = session.model;
  if (named && alias !== '') {
    const current = deps.models.current(alias);
    return current === alias ? [] : [{ type: 'model.changed', agentId: 'main', model: current, named }];
  }
  const choice = deps.models.choose();
  if ('error' in choice) {
    if (alias !== '' && deps.models.exists(alias)) return [];
    throw new ApiError(choice.error, { message: choice.message, details: choice.details });
  }
  return choice.alias === alias
    ? []
    : [
        {
          type: 'model.changed',
          agentId: 'main',
          model: choice.alias,
          named: !deps.models.standInOnly(choice.alias),
        },
      ];
}

/** Throws 40110 to 40113 when the model is not ready that is used once `settings` are applied. */
export function checkModel(deps: Deps, session: LiveSession, settings: NewEvent[]): void {
  const changed = settings.findLast((event) => event.type === 'model.changed');
  const alias = changed?.type === 'model.changed' ? changed.model : session.model.alias;
  const ready = deps.models.ready(alias);
  if ('error' in ready) throw new ApiError(ready.error, { message: ready.message, details: ready.details });
}

/** The model the next turn uses, made ready; throws 40110 to 40113. */
export function readyModel(deps: Deps, session: LiveSession): NewEvent[] {
  const settings = modelEvents(deps, session);
  checkModel(deps, session, settings);
  return settings;
}
