/** Trials of `models`. */
import { unconfigurable } from './providers.js';
import { withParam, type Trials } from '../trials.js';

export const models = {
  listModels: { good: () => ({}) },
  setDefaultModel: {
    good: () => ({ params: { model_id: 'offline/echo' } }),
    errors: {
      VALIDATION_FAILED: withParam('model_id', ''),
      MODEL_NOT_FOUND: withParam('model_id', 'none'),
      PERSISTENCE_FAILURE: unconfigurable,
    },
  },
} satisfies Trials;
