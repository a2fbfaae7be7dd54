/** A form for a table of the configuration. Fields and defaults come from the schema; leaving a field saves it. */
import { useEffect, useState } from 'preact/hooks';
import { configShapes, type Shape } from '../../../schemas/generated/settings.js';
import { saveConfiguration, useConfiguration } from '../../live/config.js';
import { showNote } from '../../live/notes.js';
import { text } from '../../live/text.js';
import { Field, Switch } from '../../parts/field.js';
import { refusalsOf } from './formdialog.js';
import { Reading } from './reading.js';

export type TableName =
  'tools' | 'checkpoints' | 'background' | 'loop_control' | 'subagent' | 'mcp' | 'image' | 'budget';

interface TableFormProps {
  table: TableName;
  /** names in the user's language; default: the names in the file */
  labels?: Readonly<Record<string, string>>;
}

export function TableForm({ table, labels = {} }: TableFormProps) {
  const found = useConfiguration();
  const shape = configShapes[table];
  if (!found) return <Reading />;
  if (shape.kind !== 'table') return null;
  const values = (found.config[table] ?? {}) as Readonly<Record<string, unknown>>;
  return (
    <div class="form">
      {Object.entries(shape.fields).map(([key, field]) => (
        <OneField
          key={key}
          table={table}
          name={key}
          label={labels[key] ?? key}
          value={values[camel(key)]}
          fallback={defaultOf(field)}
        />
      ))}
    </div>
  );
}

function camel(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function defaultOf(field: Shape): unknown {
  return field.kind === 'value' ? (field.default ?? field.usual) : undefined;
}

interface OneFieldProps {
  table: TableName;
  name: string;
  label: string;
  value: unknown;
  fallback: unknown;
}

function OneField({ table, name, label, value, fallback }: OneFieldProps) {
  const shown = shownValue(value, fallback);
  const [words, setWords] = useState(shown);
  const [isEdited, setEdited] = useState(false);
  /** the value when the edit began */
  const [before, setBefore] = useState(shown);
  const [error, setError] = useState<string | undefined>(undefined);
  useEffect(() => {
    // a field in edit keeps its text
    if (isEdited) return;
    setWords(shown);
    setBefore(shown);
  }, [shown, isEdited]);

  async function save(next: unknown): Promise<void> {
    const failure = await saveConfiguration({ [table]: { [name]: next } });
    // without the name in the file, which the field need not show
    setError(failure && Object.values(refusalsOf(failure, () => name))[0]);
    setEdited(failure !== undefined);
    if (!failure) showNote(text('note.saved'));
  }

  if (typeof fallback === 'boolean')
    return <Switch label={label} isOn={(value ?? fallback) === true} onChange={(isOn) => void save(isOn)} />;
  const isList = Array.isArray(fallback);
  const isText = typeof fallback === 'string';

  function leave(): void {
    if (!isEdited) return;
    setError(undefined);
    if (words === shown) return setEdited(false);
    const entered = words.trim();
    if (entered === '') return void save(null);
    if (isList) return void save(entered.split(/[,\s]+/).filter((each) => each !== ''));
    if (isText) return void save(entered);
    const number = Number(entered);
    if (Number.isNaN(number)) return setError(text('settings.noNumber'));
    void save(number);
  }

  const usual = fallback === undefined ? text('settings.noLimit') : JSON.stringify(fallback).replace(/"/g, '');

  return (
    <Field
      label={label}
      error={error}
      {...(isEdited &&
        shown !== before &&
        shown !== words && { hint: text('settings.now', { value: shown || usual }) })}
    >
      {(bound) => (
        <input
          {...bound}
          type="text"
          inputMode={isList || isText ? 'text' : 'decimal'}
          value={words}
          placeholder={isList ? text('settings.list') : usual}
          onInput={({ currentTarget }) => {
            setWords(currentTarget.value);
            setEdited(true);
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur();
          }}
          onBlur={leave}
        />
      )}
    </Field>
  );
}

/** Returns the text of a value; empty for the default, which is only the placeholder. */
function shownValue(value: unknown, fallback: unknown): string {
  if (value === undefined || value === null || JSON.stringify(value) === JSON.stringify(fallback)) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
