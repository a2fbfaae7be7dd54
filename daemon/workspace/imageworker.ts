/** The process that decodes pictures: takes one job after the other until the server is gone. */
import { fitSource } from './imagefit.js';
import type { ImageAnswer, ImageJob } from './images.js';

process.on('message', (job: ImageJob) => {
  void fitSource(job).then((fitting) => process.send?.({ id: job.id, fitting } satisfies ImageAnswer));
});
process.on('disconnect', () => process.exit());
