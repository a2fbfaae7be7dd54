/** A local package registry with given packages, for installations. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Published {
  description: { name: string; version: string };
  tarball: Buffer;
}

export interface Registry {
  url: string;
  /** requested names that it does not have */
  missed: Set<string>;
  close(): Promise<void>;
}

export async function startRegistry(packages: readonly Published[]): Promise<Registry> {
  const missed = new Set<string>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').replace(/^\//, '');
    const file = packages.find(({ description }) => path === `${description.name}/-/package.tgz`);
    if (file) {
      response.end(file.tarball);
      return;
    }
    const versions = packages.filter(({ description }) => description.name === path);
    if (versions.length === 0) {
      missed.add(path);
      response.writeHead(404).end('{}');
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(packument(path, versions, url)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    missed,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function packument(name: string, published: readonly Published[], url: string): object {
  const entries = published.map(({ description, tarball }) => [
    description.version,
    {
      ...description,
      dist: {
        tarball: `${url}/${name}/-/package.tgz`,
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      },
    },
  ]);
  return { name, 'dist-tags': { latest: published[0]?.description.version }, versions: Object.fromEntries(entries) };
}
