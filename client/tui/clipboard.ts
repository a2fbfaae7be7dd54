/** Reads the desktop's clipboard with external programs (tui.md 3.6). */
import { spawn } from 'node:child_process';

export type ClipboardContent = { bytes: Buffer } | { text: string };

type Environment = Readonly<Record<string, string | undefined>>;
type Command = readonly [string, ...string[]];
/** Runs a program; resolves with its output if it succeeded, else undefined. */
type Run = (...command: Command) => Promise<Buffer | undefined>;

const readMs = 2_000;
const mostBytes = 100_000_000;

/** In order of preference. */
const mediaTargets = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'video/webm',
] as const;

/** Reads the clipboard with the first program that works; undefined when none answers within 2 s. */
export async function readClipboard(env: Environment): Promise<ClipboardContent | undefined> {
  const end = performance.now() + readMs;
  const run: Run = (...command) => outputOf(command, env, end - performance.now());
  for (const read of [readWayland, readX11, readMac, readWindows]) {
    const content = await read(run);
    if (content) return content;
  }
  return undefined;
}

const readWayland = (run: Run): Promise<ClipboardContent | undefined> =>
  readTargets(run, ['wl-paste', '--list-types'], (type) => ['wl-paste', '--no-newline', '--type', type]);

const readX11 = (run: Run): Promise<ClipboardContent | undefined> => {
  const xclip = ['xclip', '-selection', 'clipboard'] as const;
  return readTargets(run, [...xclip, '-t', 'TARGETS', '-o'], (type) => [...xclip, '-t', type, '-o']);
};

async function readTargets(
  run: Run,
  list: Command,
  command: (type: string) => Command,
): Promise<ClipboardContent | undefined> {
  const targets = (await run(...list))?.toString('utf8').split(/\s+/);
  if (!targets) return undefined;
  const media = mediaTargets.find((type) => targets.includes(type));
  const bytes = media && (await run(...command(media)));
  if (bytes && bytes.length > 0) return { bytes };
  const texts = ['text/uri-list', 'text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain', 'STRING', 'TEXT'];
  const type = texts.find((each) => targets.includes(each));
  return textOf(type && (await run(...command(type))));
}

/** Decodes the output of AppleScript, which prints bytes as `«data PNGf89504E…»`. */
async function readMac(run: Run): Promise<ClipboardContent | undefined> {
  const file = textOf(await run('osascript', '-e', 'POSIX path of (the clipboard as «class furl»)'));
  if (file) return file;
  const image = (await run('osascript', '-e', 'the clipboard as «class PNGf»'))?.toString('utf8');
  const hex = /«data PNGf([\dA-F]+)»/i.exec(image ?? '')?.[1];
  if (hex !== undefined) return { bytes: Buffer.from(hex, 'hex') };
  return textOf(await run('pbpaste'));
}

/** Prints an image as base64, and dropped files or a text unchanged, each with a prefix that names its kind. */
const powerShell = `
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$files = [Windows.Forms.Clipboard]::GetFileDropList()
$image = [Windows.Forms.Clipboard]::GetImage()
if ($files.Count -gt 0) { 'text:' + ($files -join [char]10) }
elseif ($image) {
  $stream = New-Object IO.MemoryStream
  $image.Save($stream, [Drawing.Imaging.ImageFormat]::Png)
  'image:' + [Convert]::ToBase64String($stream.ToArray())
} else { 'text:' + [Windows.Forms.Clipboard]::GetText() }`;

async function readWindows(run: Run): Promise<ClipboardContent | undefined> {
  const answer = (await run('powershell.exe', '-NoProfile', '-STA', '-Command', powerShell))?.toString('utf8');
  if (answer?.startsWith('image:')) return { bytes: Buffer.from(answer.slice('image:'.length).trim(), 'base64') };
  if (!answer?.startsWith('text:')) return undefined;
  return textOf(Buffer.from(answer.slice('text:'.length).replace(/\r?\n$/, '')));
}

function textOf(bytes: Buffer | undefined | ''): ClipboardContent | undefined {
  return bytes && bytes.length > 0 ? { text: bytes.toString('utf8') } : undefined;
}

function outputOf([program, ...args]: Command, env: Environment, ms: number): Promise<Buffer | undefined> {
  if (ms <= 0) return Promise.resolve(undefined);
  return new Promise((done) => {
    const child = spawn(program, args, {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: Math.ceil(ms),
      killSignal: 'SIGKILL',
    });
    const pieces: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= mostBytes) pieces.push(piece);
      else child.kill('SIGKILL');
    });
    child.once('error', () => done(undefined));
    child.once('exit', (code) => {
      if (code !== 0) done(undefined);
    });
    // a child of the program may keep the pipe open
    child.once('close', (code) => done(code === 0 ? Buffer.concat(pieces) : undefined));
  });
}
