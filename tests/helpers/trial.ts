/** The trial of each test of a file, and the model that the test scripts: hooks that open and close them. */
import { afterEach, beforeEach } from '@jest/globals';
import { startModel, type ScriptedModel } from './model.js';
import { modelConfig, startTrial, type Trial, type TrialOptions } from './turns.js';

/** of the test that runs, once it is begun */
export let trial: Trial;
/** of the test that runs, once it is scripted */
export let model: ScriptedModel;

let open: Trial | undefined;
let asked: ScriptedModel | undefined;

/** Registers the hook that closes what a test began, and looks whether its model was asked as the protocol wants it. */
export function closeTrials(): void {
  afterEach(async () => {
    try {
      await open?.close();
      asked?.checkInvariants();
    } finally {
      await asked?.close();
      open = asked = undefined;
    }
  });
}

/** Registers the hooks: a trial with the offline provider. */
export function useTrial(options: TrialOptions = {}): void {
  beforeEach(async () => {
    await begin(options);
  });
  closeTrials();
}

/** Registers the hooks: a trial with a scripted model. */
export function useScriptedTrial(options: TrialOptions = {}): void {
  beforeEach(async () => {
    await scripted('', options);
  });
  closeTrials();
}

/** Begins the trial of a test, instead of the one it had. */
export async function begin(options: TrialOptions = {}): Promise<Trial> {
  await open?.close();
  open = undefined;
  trial = open = await startTrial(options);
  return trial;
}

/** Begins it with a scripted model; `config` are lines at the top of its `config.toml`, or what makes all of it. */
export async function scripted(
  config: string | ((baseUrl: string) => string) = '',
  options: TrialOptions = {},
): Promise<ScriptedModel> {
  await asked?.close();
  model = asked = await startModel();
  const text = typeof config === 'string' ? modelConfig(model.baseUrl, config) : config(model.baseUrl);
  await begin({ config: text, ...options });
  return model;
}

/** What its model was sent, as text. */
export const requestText = (at: number): string => JSON.stringify(model.requests[at]?.body);
