/** Trials of `files`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fresh } from '../situations.js';
import { instead, twice, withParam, type Prepare, type Trials } from '../trials.js';
import type { World } from '../world.js';

/** A form with a file of this content. */
function formOf(content: string, name = 'a.txt', fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/plain' }), name);
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  return form;
}

async function uploaded({ daemon }: World, fields?: Record<string, string>): Promise<string> {
  return (await daemon.ok('uploadFile', { form: formOf('hello', 'a.txt', fields) })).id;
}

const one: Prepare = async (world) => ({ params: { file_id: await uploaded(world) } });

/** An upload whose file on disk was replaced with a directory. */
const broken: Prepare = async (world) => {
  const file_id = await uploaded(world);
  const path = join(world.daemon.home, 'files', file_id);
  rmSync(path);
  mkdirSync(path);
  return { params: { file_id } };
};

const VALIDATION_FAILED = withParam('file_id', '');
const unknown = 'f_00000000-0000-4000-8000-000000000000';

export const files = {
  deleteFile: { good: one, errors: { VALIDATION_FAILED, FILE_NOT_FOUND: twice } },
  getFile: {
    good: one,
    errors: {
      VALIDATION_FAILED,
      FILE_NOT_FOUND: withParam('file_id', unknown),
      FILE_EXPIRED: instead(async (world) => ({ params: { file_id: await uploaded(world, { expires_in_sec: '0' }) } })),
      PERSISTENCE_FAILURE: instead(broken),
    },
  },
  getSessionMedia: {
    good: async (world) => ({ params: { session_id: await fresh(world), file_id: await uploaded(world) } }),
    errors: {
      FILE_NOT_FOUND: withParam('file_id', unknown),
      PERSISTENCE_FAILURE: instead(async (world) => {
        const { params } = await broken(world);
        return { params: { session_id: await fresh(world), ...params } };
      }),
    },
  },
  uploadFile: {
    good: () => ({ form: formOf('hello') }),
    errors: {
      VALIDATION_FAILED: instead(() => ({ form: formOf('hello', 'a.txt', { expires_in_sec: '-1' }) })),
      FILE_TOO_LARGE: instead(() => {
        const form = formOf('one');
        form.append('file', new Blob(['two']), 'b.txt');
        return { form };
      }),
    },
  },
} satisfies Trials;
