/** Trials of `cron`. */
import { until } from '../../../helpers/daemon.js';
import { fresh, one } from '../situations.js';
import { twice, type Trials } from '../trials.js';

export const cron = {
  deleteCronJob: {
    good: async (world) => {
      const { daemon } = world;
      const session_id = await fresh(world);
      const call = { cron: '0 9 * * *', prompt: 'x' };
      await daemon.prompt(session_id, `call CronCreate ${JSON.stringify(call)}`, { permission_mode: 'auto' });
      const job = await until(
        'a cron job',
        async () => (await daemon.ok('listCronJobs', daemon.session(session_id))).items[0],
      );
      return { params: { session_id, job_id: job.id } };
    },
    errors: { RESOURCE_NOT_FOUND: twice },
  },
  listCronJobs: { good: one() },
} satisfies Trials;
