/** The trial of each test in a file, and its scripted model, with hooks that open and close them. */
import { afterEach, beforeEach } from '@jest/globals';
import { startModel, type ScriptedModel } from './model.js';
import { modelConfig, startTrial, type Trial, type TrialOptions } from './turns.js';

/** of the running test, once started */
export let trial: Trial;
/** of the running test, once scripted */
export let model: ScriptedModel;

let open: Trial | undefined;
let asked: ScriptedModel | undefined;

/** Registers a hook that closes the trial and checks that the model received valid requests. */
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

/** Starts a new trial for the test and closes the previous one. */
export async function begin(options: TrialOptions = {}): Promise<Trial> {
  await open?.close();
  open = undefined;
  trial = open = await startTrial(options);
  return trial;
}

/** Starts a trial with a scripted model; `config`: first lines of its `config.toml`, or a function that returns it. */
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

/** Returns the requests to the model as text. */
export const requestText = (at: number): string => JSON.stringify(model.requests[at]?.body);
