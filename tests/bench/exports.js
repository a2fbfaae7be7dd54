/** Measures the export of a session with 50,000 events, and how long other requests wait meanwhile. */
import { request } from 'node:http';
import { createClient } from './client.js';
import { lengthenLog } from './generate.js';
import { makeHome, residentMb, startProgram, temporaryDirectory } from './processes.js';
import { clock, percentile, sleep } from './report.js';

const events = 50_000;

export async function measureExports({ program, report, model }) {
  const cwd = temporaryDirectory('project');
  const home = makeHome(model.url);
  let server = await startProgram({ program, home, cwd });
  let client = createClient(server);
  const { id } = await client.createSession(cwd);
  await client.prompt(id, 'hi');
  await sleep(500);
  client.close();
  await server.stop();
  const { bytes } = lengthenLog(home, id, events);
  server = await startProgram({ program, home, cwd });
  client = createClient(server);
  await client.call('GET', '/meta');
  const before = residentMb(server.pid);
  const times = [];
  let done = false;
  const others = (async () => {
    while (!done) {
      const from = clock();
      await client.call('GET', '/meta');
      times.push(clock() - from);
    }
  })();
  const from = clock();
  const size = await download(server, id);
  const took = clock() - from;
  const grown = residentMb(server.pid) - before;
  done = true;
  await others;
  client.close();
  await server.stop();
  const note = `${Math.round(bytes)} bytes each, ${(size / 1e6).toFixed(1)} MB packed`;
  report.add({ group: 'export', name: '50,000 events', value: took, unit: 'ms', note });
  report.add({ group: 'export', name: 'GET meta meanwhile, p99', value: percentile(times, 0.99), unit: 'ms' });
  report.add({ group: 'export', name: 'memory it takes', value: grown, unit: 'MB' });
}

/** Returns the size of an export in bytes; rejects when the response is not an export. */
function download({ port, token }, id) {
  const options = { host: '127.0.0.1', port, method: 'POST', path: `/api/v1/sessions/${id}/export` };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, headers: { authorization: `Bearer ${token}` } }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        if (response.headers['content-type'] === 'application/zip') resolve(bytes.length);
        else reject(new Error(`export: ${bytes}`));
      });
    });
    sent.on('error', reject).end();
  });
}
