/** Chooses the model of a session when none was named, and checks that the model of a turn is ready (rest.md 5). */
import type { NewEvent } from '../../../schemas/generated/events.js';
import { ApiError } from '../../errors.js';
import type { SessionDeps } from '../deps.js';
import type { LiveSession } from '../live/state.js';

type Deps = Pick<SessionDeps, 'models'>;

/** Events that replace a stopgap model, or a renamed one. Throws 40110 to 40113 when there is none to use. */
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

/** Throws 40110 to 40113 when the model that is in effect after `settings` is not ready. */
export function checkModel(deps: Deps, session: LiveSession, settings: NewEvent[]): void {
  const changed = settings.findLast((event) => event.type === 'model.changed');
  const alias = changed?.type === 'model.changed' ? changed.model : session.model.alias;
  const ready = deps.models.ready(alias);
  if ('error' in ready) throw new ApiError(ready.error, { message: ready.message, details: ready.details });
}

/** Events that set the model of the next turn; throws 40110 to 40113 when it is not ready. */
export function readyModel(deps: Deps, session: LiveSession): NewEvent[] {
  const settings = modelEvents(deps, session);
  checkModel(deps, session, settings);
  return settings;
}
