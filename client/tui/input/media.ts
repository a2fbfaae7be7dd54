/** Images and videos of a prompt: uploads pasted ones immediately as `[Image #n]`, or refuses them (tui.md 3.6). */
import type { PromptContentPart } from '../../../schemas/generated/types.js';
import type { Client } from '../../api/client.js';
import { ApiFailure, ConnectionFailure } from '../../api/failure.js';
import type { Files } from '../../api/files.js';
import { visibleRow } from '../../view/clean.js';
import {
  inspectMedia,
  mediaPathsIn,
  uploadOf,
  type MediaFile,
  type MediaKind,
  type MediaOrigin,
} from './mediafiles.js';

export interface MediaServer {
  client: Pick<Client, 'listModels'>;
  files: Pick<Files, 'uploadFile'>;
}

export interface MediaDeps {
  /** undefined until there is a server */
  server(): MediaServer | undefined;
  /** alias of the session's model */
  model(): string;
  cwd(): string;
  home: string;
  notice(text: string): void;
}

/** An upload, as named in a prompt. */
export interface Medium {
  label: string;
  kind: MediaKind;
  fileId: string;
}

export interface Media {
  /** Returns the media paths if the text consists of nothing else. */
  pathsIn(text: string): string[] | undefined;
  /**
   * Checks and uploads a file; `named` receives the placeholder before the upload begins. `absent`: the file does not
   * exist; `refused`: a notice shows the reason.
   */
  attach(origin: MediaOrigin, named: (label: string) => void): Promise<Medium | 'absent' | 'refused'>;
  /** Reserves the number of an earlier upload. */
  reserve(medium: Medium): void;
}

export function createMedia(deps: MediaDeps): Media {
  const counts: Record<MediaKind, number> = { image: 0, video: 0 };

  function refuse(reason: string): 'refused' {
    deps.notice(visibleRow(reason));
    return 'refused';
  }

  async function upload(server: MediaServer, file: MediaFile, label: string): Promise<string> {
    let shown = -1;
    const blob = uploadOf(file, (sent) => {
      const percent = Math.floor((sent / file.size) * 100);
      if (percent > shown && percent < 100) deps.notice(`Uploading ${label}: ${percent} %`);
      shown = percent;
    });
    const { id } = await server.files.uploadFile({ body: { file: blob, name: file.name } });
    deps.notice(visibleRow(`${label}: ${file.name}`));
    return id;
  }

  return {
    reserve({ kind, label }) {
      counts[kind] = Math.max(counts[kind], Number(/\d+/.exec(label)?.[0] ?? 0));
    },
    pathsIn: (text) => mediaPathsIn(text, { cwd: deps.cwd(), home: deps.home }),
    async attach(origin, named) {
      const file = await inspectMedia(origin);
      if (file === undefined) return 'absent';
      if (typeof file === 'string') return refuse(file);
      const server = deps.server();
      if (!server) return refuse('Images and videos can be added when the server is there');
      try {
        const { items } = await server.client.listModels();
        const model = items.find(({ model: alias }) => alias === deps.model());
        if (model && !model.capabilities?.includes(`${file.kind}_in`))
          return refuse(`${model.display_name ?? model.model} takes no ${file.kind}s`);
        counts[file.kind] += 1;
        const label = `[${file.kind === 'image' ? 'Image' : 'Video'} #${counts[file.kind]}]`;
        named(label);
        return { label, kind: file.kind, fileId: await upload(server, file, label) };
      } catch (error) {
        if (!(error instanceof ApiFailure) && !(error instanceof ConnectionFailure)) throw error;
        return refuse(`${file.name} was not uploaded: ${error.message}`);
      }
    },
  };
}

/** Returns a prompt with its media, each after the text that names it. */
export function contentOf(text: string, media: readonly Medium[] = []): PromptContentPart[] {
  return [
    { type: 'text', text },
    ...media.map(({ kind, fileId }) => ({ type: kind, source: { kind: 'file' as const, file_id: fileId } })),
  ];
}

/** Returns the typed text of a prompt, in which its media are named. */
export function typedText(content: readonly PromptContentPart[]): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
