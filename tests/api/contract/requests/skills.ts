/** Trials of `skills`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readinessErrors, refusedKey } from '../readiness.js';
import { fresh, one } from '../situations.js';
import { withBody, withParam, type Provocations, type Provoke, type Trials } from '../trials.js';

/** Provokes the errors of skills; `naming` calls the operation with a skill's name. */
export const skillErrors = (naming: (skill: string) => Provoke): Provocations => ({
  SKILL_NOT_FOUND: naming('none'),
  SKILL_NOT_ACTIVATABLE: async (attempt) => {
    const folder = join(attempt.world.daemon.cwd, '.agent-code', 'skills');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'odd.md'), '---\ntype: widget\n---\nText.');
    return naming('odd')(attempt);
  },
});

export const skills = {
  activateSkill: {
    good: async (world) => ({ params: { session_id: await fresh(world), skill_name: 'skill-author' }, body: {} }),
    errors: {
      ...readinessErrors({ params: { skill_name: 'skill-author' }, body: {} }),
      ...skillErrors((name) => withParam('skill_name', name)),
      FILE_NOT_FOUND: withBody({ attachments: [{ type: 'file', file_id: 'f_none' }] }),
    },
    never: refusedKey,
  },
  listSkills: { good: one() },
} satisfies Trials;
