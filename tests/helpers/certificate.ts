/** Creates a self-signed certificate for each test; writes the structures of RFC 5280 by hand. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  /** PEM, like `cert` */
  key: string;
  cert: string;
}

/** Creates a certificate for names and IPv4 addresses, valid from yesterday for a week. */
export function makeCertificate(...hosts: string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = der(0x30, bytes('06082a8648ce3d040302'));
  const name = der(0x30, der(0x31, der(0x30, bytes('0603550403'), der(0x0c, Buffer.from('test')))));
  const day = 86_400_000;
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  const alternatives = der(0x30, bytes('0603551d11'), der(0x04, der(0x30, ...names)));
  const body = der(
    0x30,
    der(0xa0, bytes('020102')),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    name,
    der(0x30, time(Date.now() - day), time(Date.now() + 7 * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, alternatives)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const whole = der(0x30, body, algorithm, signature).toString('base64');
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

function time(ms: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
}
