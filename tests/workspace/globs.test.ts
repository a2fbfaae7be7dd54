/** Patterns of clients, matched against relative paths. */
import { describe, expect, test } from '@jest/globals';
import { BadGlob, compileGlobs } from '../../daemon/base/glob/globs.js';

describe('globs of clients', () => {
  test.each<[string[], string, boolean]>([
    [['*.log'], 'a.log', true],
    [['*.log'], 'sub/a.log', true],
    [['sub/*.log'], 'sub/a.log', true],
    [['sub/*.log'], 'x/sub/a.log', false],
    [['**/*.log'], 'a.log', true],
    [['node_modules'], 'a/node_modules', true],
    [['a', '{b,c}'], 'c', true],
    [['a', '{b,c}'], 'd', false],
    [['?'], 'é', true],
  ])('%j %s %s', (patterns, path, expected) => expect(compileGlobs(patterns)?.(path)).toBe(expected));

  test('none is no filter', () => {
    expect(compileGlobs(undefined)).toBeUndefined();
    expect(compileGlobs([])).toBeUndefined();
  });

  test('too many alternatives are refused', () => {
    expect(() => compileGlobs(['{a,b}'.repeat(12)])).toThrow(BadGlob);
  });
});
