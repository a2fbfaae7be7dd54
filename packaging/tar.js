/** Writes reproducible tar.gz archives: sorted, and without times and owners of this machine. */
import { gzipSync } from 'node:zlib';

const block = 512;

/** Returns the bytes of a `.tar.gz` with files {path, contents, mode}; unpacking creates their directories. */
export function tarGz(entries, { level = 9 } = {}) {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap(({ path, contents, mode = 0o644 }) => {
    const bytes = Buffer.from(contents);
    return [header(path, bytes.length, mode), bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level });
}

function header(path, size, mode) {
  const [name, prefix] = split(path);
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0, 100, 'utf8');
  bytes.write(octal(mode, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  // npm accepts any time, but some tools consider an archive with time zero damaged
  bytes.write(octal(499_162_500, 12), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write('0', 156);
  bytes.write('ustar\x0000', 257);
  bytes.write(prefix, 345, 155, 'utf8');
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

function octal(value, width) {
  return `${value.toString(8).padStart(width - 1, '0')}\0`;
}

/** Splits a path of more than 100 bytes into two header fields; throws when they are too short for it. */
function split(path) {
  if (Buffer.byteLength(path) <= 100) return [path, ''];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return [name, prefix];
  }
  throw new Error(`${path}: the name is too long for an archive`);
}
