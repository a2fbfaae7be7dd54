/** Calls of the server whose failure is shown to the user and is no defect. */
import { ApiFailure, ConnectionFailure } from '../api/failure.js';

/** Resolves with undefined when the server refuses or is unreachable; `report` receives the reason. */
export async function attempt<T>(
  action: () => T | Promise<T>,
  report: (reason: string) => void = () => undefined,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiFailure) && !(error instanceof ConnectionFailure)) throw error;
    report(error.message);
    return undefined;
  }
}
