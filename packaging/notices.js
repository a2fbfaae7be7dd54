/** Builds the license notices for the packages in the bundle, which esbuild's metafile lists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** License texts of packages that include none, from their repositories. */
const textsElsewhere = {
  boolbase: `Copyright (c) Felix Boehm <me@feedic.com>

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
};

/** Licenses that package.json does not name, from the LICENSE files of these packages. */
const namesElsewhere = { busboy: 'MIT', streamsearch: 'MIT' };

const copyleft = /\b(?:A?GPL|LGPL|MPL|EPL|EUPL|CDDL|OSL|CC-BY-SA)\b/i;

/** Returns THIRD-PARTY-NOTICES; throws when a package lacks a license or its text, or has only copyleft licenses. */
export function thirdPartyNotices(root, metafile) {
  const problems = [];
  const sections = bundledPackages(metafile).map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const licence = typeof license === 'string' ? license : (license?.type ?? namesElsewhere[name]);
    const text = licenceText(join(root, path), name);
    if (licence === undefined) problems.push(`${name}: names no licence`);
    else if (licence.split(/\bOR\b/).every((choice) => copyleft.test(choice))) problems.push(`${name}: ${licence}`);
    if (text === undefined) problems.push(`${name}: has no text of its licence`);
    return `${name} ${version} (${licence})\n\n${text?.trim()}\n`;
  });
  if (problems.length > 0) throw new Error(`Packages that cannot be bundled:\n${problems.join('\n')}`);
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return `This program contains code of the following ${sections.length} packages.\n${rule}${sections.join(rule)}`;
}

/** Returns the directories of the packages in a bundle, sorted. */
function bundledPackages({ inputs }) {
  const found = Object.keys(inputs).flatMap((path) => {
    const [directory] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    return directory === undefined ? [] : [directory];
  });
  return [...new Set(found)].sort();
}

function licenceText(directory, name) {
  const files = readdirSync(directory).filter((file) => /^(?:licen[sc]e|copying|notice)/i.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(directory, file), 'utf8').trim()).join('\n\n');
  const readme = join(directory, 'README.md');
  const section = existsSync(readme) ? /^(?:#+ *)?licen[sc]e.*\n[\s\S]*/im.exec(readFileSync(readme, 'utf8')) : null;
  return section?.[0].includes('Permission') ? section[0] : textsElsewhere[name];
}
