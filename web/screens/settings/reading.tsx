/** Placeholder of a settings section until the configuration is loaded. */
import { configurationFailure, readConfiguration } from '../../live/config.js';
import { Failure } from '../../parts/failure.js';
import { Skeleton } from '../../parts/skeleton.js';

export function Reading() {
  const error = configurationFailure.value;
  return error === undefined ? <Skeleton /> : <Failure error={error} onRetry={() => void readConfiguration()} />;
}
