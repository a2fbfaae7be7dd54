/** `config.toml` at the start of a server, and changes of the file while it runs. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigError } from '../../daemon/config/read.js';
import { createHarness, type Harness } from './harness.js';

let harness: Harness;

beforeEach(() => {
  harness = createHarness();
});

afterEach(() => {
  harness.remove();
});

describe('start', () => {
  test('without a file everything has its default', () => {
    const config = harness.start();
    expect(config.current().default_permission_mode).toBe('manual');
    expect(config.warnings()).toEqual([]);
  });

  test('warnings are reported once and kept', () => {
    harness.write('[thinking]\nkeep = "some"\n');
    const config = harness.start({ AGENT_CODE_OFFLINE: 'maybe' });
    expect(config.warnings()).toEqual([
      expect.stringContaining('AGENT_CODE_OFFLINE'),
      expect.stringContaining('2:1 thinking.keep'),
    ]);
    config.current();
    expect(harness.warned).toHaveLength(2);
  });

  test.each([
    ['bad TOML', 'a = \n', {}],
    ['a bad rule', '[permission]\nallow = 1\n', {}],
    ['a model without key', '', { AGENT_MODEL_NAME: 'x' }],
  ])('stops on %s', (_name, text, env) => {
    harness.write(text);
    expect(() => harness.start(env)).toThrow(ConfigError);
  });

  test('names the file and the place in it', () => {
    harness.write('\n[permission]\nallow = 1\n');
    expect(() => harness.start()).toThrow(/^\/.*\/config\.toml:3:1 permission\.allow: /);
  });

  test.each<[string, () => void, string]>([
    ['a directory', () => mkdirSync(harness.file), ': is not a file'],
    ['a pipe without a writer', () => execFileSync('mkfifo', [harness.file]), ': is not a file'],
    ['no UTF-8', () => writeFileSync(harness.file, Buffer.from('# ok\n# \xff\n', 'latin1')), ':2:3 is not UTF-8'],
  ])('of %s: the words of agent doctor', (_name, make, problem) => {
    make();
    expect(() => harness.start()).toThrow(new ConfigError([`${harness.file}${problem}`]));
  });

  test('a file that begins with a byte order mark', () => {
    harness.write('\uFEFFdefault_plan_mode = true\n');
    expect(harness.start().current().default_plan_mode).toBe(true);
  });
});

describe('a change of the file', () => {
  test('is picked up within a second, and not looked for more often', () => {
    harness.write('default_plan_mode = false\n');
    const config = harness.start();
    const before = config.current();
    harness.write('default_plan_mode = true\n');
    harness.pass(999);
    expect(config.current()).toBe(before);
    harness.pass(1);
    expect(config.current().default_plan_mode).toBe(true);
    harness.pass(5000);
    expect(config.current()).toBe(config.current());
  });

  test('in place, of equal length', () => {
    harness.write('default_permission_mode = "yolo"\n');
    const config = harness.start();
    writeFileSync(harness.file, 'default_permission_mode = "auto"\n');
    harness.pass(1000);
    expect(config.current().default_permission_mode).toBe('auto');
  });

  test('a clock that goes back does not stop it', () => {
    const config = harness.start();
    harness.pass(-3_600_000);
    harness.write('default_plan_mode = true\n');
    config.current();
    harness.pass(1000);
    expect(config.current().default_plan_mode).toBe(true);
  });

  test.each([
    ['bad TOML', 'default_plan_mode = \n'],
    ['a bad rule', '[permission]\nallow = 1\n'],
    ['a bad hook', '[[hooks]]\nevent = "Stop"\n'],
  ])('%s: the last good version stays, with a warning, until it is mended', (_name, text) => {
    harness.write('default_plan_mode = true\n[permission]\ndeny = ["Bash"]\n');
    const config = harness.start();
    const good = config.current();
    harness.write(text);
    harness.pass(1000);
    expect(config.current()).toBe(good);
    expect(config.warnings()).toEqual([expect.stringContaining('last good version')]);
    harness.pass(5000);
    config.current();
    expect(harness.warned).toHaveLength(1);
    harness.write('default_plan_mode = false\n');
    harness.pass(1000);
    expect(config.current().default_plan_mode).toBe(false);
    expect(config.warnings()).toEqual([]);
  });

  test('a removed file means defaults, a new one is read', () => {
    harness.write('default_plan_mode = true\n');
    const config = harness.start();
    rmSync(harness.file);
    harness.pass(1000);
    // the file may be missing only while an editor saves it
    expect(config.current().default_plan_mode).toBe(true);
    harness.pass(200);
    expect(config.current().default_plan_mode).toBe(false);
    harness.write('default_plan_mode = true\n');
    harness.pass(1000);
    expect(config.current().default_plan_mode).toBe(true);
  });

  test('models and secrets follow', () => {
    const config = harness.start();
    expect(config.chooseModel('m')).toMatchObject({ error: 'AUTH_MODEL_NOT_RESOLVED' });
    harness.write(
      '[providers.a]\ntype = "openai"\napi_key = "first-key"\napi_key_env = "WORK"\n[models.m]\nprovider = "a"\nmodel = "x"\nmax_context_size = 5\n',
    );
    harness.pass(1000);
    expect(config.chooseModel('m')).toMatchObject({ model: { apiKey: 'first-key' } });
    expect(config.secretValues()).toEqual(['first-key']);
    expect(config.secretVariables()).toContain('WORK');
  });

  test('the file is never written', () => {
    harness.write('default_plan_mode = true\n');
    chmodSync(harness.file, 0o400);
    const config = harness.start({ AGENT_MODEL_NAME: 'x', AGENT_MODEL_API_KEY: 'k' });
    config.publicConfig();
    expect(readFileSync(harness.file, 'utf8')).toBe('default_plan_mode = true\n');
  });
});
