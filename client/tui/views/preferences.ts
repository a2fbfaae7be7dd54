/** Lists that change the UI's own file: fields, themes, editors (tui.md 3.7, 3.16, 6). */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Config, ConfigPatch } from '../../../schemas/generated/types.js';
import { configFields, tuiFields, type ConfigField, type TuiField } from '../../../schemas/generated/fields.js';
import type { Colors } from '../colors.js';
import { isTable, type FieldValue, type TuiSettings } from '../settings.js';
import type { SettingsFile } from '../settingsfile.js';
import { createAskPanels } from './askpanels.js';
import { createListOpener, type ListsDeps } from './openlist.js';

/** The settings of the UI, and the lists that change them. */
export interface Preferences {
  settings: TuiSettings;
  file: SettingsFile;
  colors: Colors;
  env: Readonly<Record<string, string | undefined>>;
}

export interface PreferenceLists {
  settings(): void;
  themes(): void;
  editors(): void;
}

type Field = { of: 'tui'; field: TuiField } | { of: 'config'; field: ConfigField };

export function createPreferenceLists(deps: ListsDeps & { preferences: Preferences }): PreferenceLists {
  const { app, client, preferences } = deps;
  const { settings, file, colors, env } = preferences;
  const { open, attempt } = createListOpener(deps);
  let config: Config | undefined;

  /** Writes a field of the UI; a failure becomes a notice. */
  async function setOwn(path: readonly string[], value: unknown): Promise<void> {
    const problem = await file.set(path, value);
    if (problem !== undefined) app.notice(problem);
  }

  function valueOf({ of, field }: Field): { value: unknown; origin: string } {
    if (of === 'tui') {
      const given = settings.given.get(field.path.join('.'));
      return { value: given ?? field.default, origin: given === undefined ? 'default' : 'tui.toml' };
    }
    const value =
      valueAt(
        config,
        field.path.map((key, at) => (at === 0 ? key : camelCase(key))),
      ) ?? field.default;
    const written = valueAt(config?.raw, field.path);
    const { variable } = field;
    if (written !== undefined && (written === value || variable === undefined)) return { value, origin: 'config.toml' };
    const isElsewhere = variable !== undefined && value !== undefined && value !== field.default;
    return { value, origin: isElsewhere ? variable : 'default' };
  }

  async function setField(chosen: Field, value: FieldValue | undefined): Promise<void> {
    const { of, field } = chosen;
    if (of === 'tui') return await setOwn(field.path, value);
    const body = [...field.path].reverse().reduce<unknown>((inner, key) => ({ [key]: inner }), value ?? null);
    config = await client.updateConfig({ body: body as ConfigPatch });
  }

  /** Flags and choices change immediately; other values are asked for. */
  async function change(chosen: Field): Promise<void> {
    const { field } = chosen;
    const { value } = valueOf(chosen);
    if (field.kind === 'flag') return await setField(chosen, value !== true);
    if (field.kind === 'choice') {
      const values = field.values ?? [];
      return await setField(chosen, values[(values.indexOf(String(value)) + 1) % values.length]);
    }
    const text = await askText(field.path.join('.'), aboutOf(field), shownValue(value));
    if (text === undefined) return;
    const read = readValue(field, text);
    if (read === undefined) app.notice(`${field.path.join('.')} must be ${aboutNumber(field)}`);
    else await setField(chosen, read);
  }

  const ask = createAskPanels(app, deps.keymap);
  const askText = (title: string, about: string, text: string): Promise<string | undefined> =>
    ask.askText({ title, about, text });

  function showSettings(start = 0): void {
    const fields: readonly Field[] = [
      ...tuiFields.map((field) => ({ of: 'tui', field }) as const),
      ...configFields.map((field) => ({ of: 'config', field }) as const),
    ];
    const again = async (chosen: Field, action: () => Promise<void>): Promise<void> => {
      await attempt(action);
      showSettings(fields.findIndex(({ field }) => field === chosen.field));
    };
    open<Field>({
      title: 'Settings',
      hint: 'Enter change · Backspace default',
      start,
      async read() {
        config ??= await client.getConfig();
        return fields.map((each) => {
          const { value, origin } = valueOf(each);
          return {
            value: each,
            label: `${each.field.path.join('.')} = ${shownValue(value) || '–'}`,
            about: aboutOf(each.field),
            right: origin,
          };
        });
      },
      choose: (chosen) => again(chosen, () => change(chosen)),
      keys: { backspace: (chosen) => again(chosen, () => setField(chosen, undefined)) },
    });
  }

  return {
    settings() {
      config = undefined;
      showSettings();
    },

    themes() {
      const all = colors.list();
      open({
        title: 'Theme',
        hint: 'Enter choose · Esc back',
        start: Math.max(
          0,
          all.findIndex(({ name }) => name === settings.theme),
        ),
        async read() {
          return all.map(({ name, label }) => ({
            value: name,
            label,
            about: name === settings.theme ? 'in use' : name === 'auto' ? 'by the background of the terminal' : '',
          }));
        },
        moved: (name) => (name === undefined ? colors.apply() : colors.preview(name)),
        left: colors.apply,
        async choose(name, close) {
          close();
          await setOwn(['theme'], name);
          colors.apply();
        },
      });
    },

    editors() {
      const own = env['VISUAL'] || env['EDITOR'] || '';
      const commands = [...new Set([settings.editor, ...editors.filter((command) => isThere(command, env))])];
      open<string | undefined>({
        title: 'Editor',
        async read() {
          return [
            {
              value: '',
              label: 'VISUAL or EDITOR',
              about: [settings.editor === '' ? 'in use' : '', own || 'not set'].filter(Boolean).join(' · '),
            },
            ...commands
              .filter((command) => command !== '')
              .map((command) => ({
                value: command,
                label: command,
                about: command === settings.editor ? 'in use' : '',
              })),
            { value: undefined, label: 'Other command' },
          ];
        },
        async choose(command, close) {
          close();
          const chosen =
            command ?? (await askText('Editor', 'a command; the file is its last argument', settings.editor));
          if (chosen === undefined) return;
          await setOwn(['editor', 'command'], chosen === '' ? undefined : chosen);
          app.notice(chosen === '' ? 'VISUAL or EDITOR is the editor now' : `${chosen} is the editor now`);
        },
      });
    },
  };
}

/** Editors that wait until the file is closed. */
const editors = ['nvim', 'vim', 'vi', 'hx', 'nano', 'micro', 'emacs -nw', 'code --wait', 'zed --wait', 'subl --wait'];

function isThere(command: string, env: Preferences['env']): boolean {
  const [program = ''] = command.split(' ');
  return (env['PATH'] ?? '').split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return directory !== '';
    } catch {
      // not in this directory
      return false;
    }
  });
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function aboutOf(field: TuiField | ConfigField): string {
  const choices = field.kind === 'choice' ? (field.values ?? []).join(', ') : '';
  return [field.about, field.kind === 'choice' && !field.about.includes(choices) ? choices : '']
    .filter((each) => each !== '')
    .join(' · ');
}

function aboutNumber(field: TuiField | ConfigField): string {
  return 'least' in field ? `a whole number from ${field.least} to ${field.most}` : 'a number';
}

/** Returns undefined for an invalid value of the field. */
function readValue(field: TuiField | ConfigField, text: string): FieldValue | undefined {
  if (field.kind === 'names') return text.split(/[\s,]+/).filter((name) => name !== '');
  if (field.kind !== 'number') return text;
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return undefined;
  if (!('least' in field)) return number;
  return Number.isInteger(number) && number >= field.least && number <= field.most ? number : undefined;
}

function valueAt(table: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), table);
}

/** Converts a table field to the spelling in answers of the server. */
function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
