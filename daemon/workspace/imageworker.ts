/** The process that decodes pictures: takes one job after the other until nobody is there to ask. */
import { fitSource } from './imagefit.js';
import type { ImageJob } from './images.js';

process.on('message', (job) => {
  void fitSource(job as ImageJob).then((fitting) => process.send?.(fitting));
});
process.on('disconnect', () => process.exit());
