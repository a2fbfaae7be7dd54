/** Maximum tokens of an answer: the variable, else the limit of the model, else none (engine.md 10.3, cli.md 8.2). */
import { expect, test } from '@jest/globals';
import { startModel } from '../helpers/model.js';
import { modelConfig, startTrial } from '../helpers/turns.js';

test.each([
  ['the variable wins', '999', 'max_output_size = 777', 999],
  ['the limit of the model', undefined, 'max_output_size = 777', 777],
  ['0: no limit, that of the model neither', '0', 'max_output_size = 777', undefined],
  ['nothing', undefined, '', undefined],
])('%s', async (_, variable, line, expected) => {
  const model = await startModel();
  const trial = await startTrial({
    config: `${modelConfig(model.baseUrl)}${line}\n`,
    env: { PATH: process.env['PATH'], ...(variable ? { AGENT_MODEL_MAX_COMPLETION_TOKENS: variable } : {}) },
  });
  try {
    model.reply({ text: 'hi' });
    await (await trial.talk()).run('hello');
    expect(model.bodies[0]?.max_tokens ?? undefined).toBe(expected);
  } finally {
    await trial.close();
    await model.close();
  }
});
