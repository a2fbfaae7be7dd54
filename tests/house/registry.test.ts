/** The entry for the registry of editors: its form as the registry documents it, and its version (acp-cli.md 1.16). */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { constants } from '../../bin/constants.js';
import { registryEntry } from '../../packaging/archive.js';

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const address = { type: 'string', pattern: '^https://\\S+$' };
const platforms = ['darwin', 'linux', 'windows'].flatMap((name) => [`${name}-aarch64`, `${name}-x86_64`]);
const target = {
  type: 'object',
  properties: { archive: address, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' }, cmd: text, args: texts },
  required: ['archive', 'cmd'],
  additionalProperties: false,
};
const isEntry = new Ajv({ strict: true, allErrors: true }).compile({
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' },
    ...{ name: text, description: text, license: text, license_url: address, authors: texts },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    distribution: {
      type: 'object',
      properties: {
        npx: { type: 'object', properties: { package: text, args: texts }, required: ['package'] },
        binary: { type: 'object', propertyNames: { enum: platforms }, additionalProperties: target, minProperties: 1 },
      },
      minProperties: 1,
      additionalProperties: false,
    },
  },
  required: ['id', 'name', 'version', 'description', 'license_url', 'distribution'],
  additionalProperties: false,
});

const sum = '0'.repeat(64);
const released = { ...constants, releaseFilesUrl: 'https://files.example/v{version}' };

test('the entry is valid and names this version', () => {
  const entry = registryEntry(root, []);
  expect([isEntry(entry), isEntry.errors]).toEqual([true, null]);
  expect(entry).toMatchObject({
    version,
    license_url: expect.stringContaining(`@${version}/`),
    distribution: { npx: { package: `${constants.packageName}@${version}`, args: ['acp'] } },
  });
  expect(registryEntry(root, [{ platform: 'linux-x64', sum }])).toEqual(entry);
});

test('a build that knows where the files of a release are lists its archives', () => {
  const archives = ['linux-x64', 'linuxmusl-x64', 'darwin-arm64'].map((platform) => ({ platform, sum }));
  const entry = registryEntry(root, archives, released);
  expect([isEntry(entry), isEntry.errors]).toEqual([true, null]);
  const name = `agent-${version}-darwin-arm64`;
  expect(entry.distribution.binary).toEqual({
    'linux-x86_64': expect.anything(),
    'darwin-aarch64': {
      archive: `https://files.example/v${version}/${name}.tar.gz`,
      ...{ sha256: sum, cmd: `./${name}/bin/agent`, args: ['acp'] },
    },
  });
});

test('the icon has 16 by 16 units and the colour of the text around it', () => {
  const icon = readFileSync(join(root, 'packaging/acp/icon.svg'), 'utf8');
  expect(icon).toMatch(/^<svg [^>]*width="16" height="16" viewBox="0 0 16 16"/);
  expect(icon).toContain('currentColor');
  expect(icon).not.toMatch(/#[0-9a-f]{3,6}\b|<script|href|style=/i);
});
