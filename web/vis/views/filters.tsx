/** Filters that views share: a text, one of several values, an agent. */
import { visibleLine } from '../../../client/view/clean.js';
import { text } from '../../live/text.js';
import { Field } from '../../parts/field.js';
import { filter, setFilter } from '../place.js';
import type { Recording } from '../record.js';

/** Edits the text in the address, which all views with a filter share. */
export function TextFilter({ label }: { label: string }) {
  return (
    <Field label={label}>
      {(bound) => (
        <input
          {...bound}
          type="search"
          value={filter.value.text}
          onInput={(event) => setFilter({ q: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; name: string }[];
  onChoose(value: Value): void;
}

export function Select<Value extends string>({ label, value, options, onChoose }: SelectProps<Value>) {
  return (
    <Field label={label}>
      {(bound) => (
        <select {...bound} value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** `atFirst`: agent chosen when the address names none; empty: all agents. */
export function AgentFilter({ record: { spans, version }, atFirst }: { record: Recording; atFirst: string }) {
  void version.value;
  const known = [...spans.agents.values()].map(({ id, name }) => ({
    value: id,
    name: visibleLine(name === id ? id : `${name} (${id})`),
  }));
  const chosen = filter.value.agents.join(',') || atFirst;
  return (
    <Select
      label={text('vis.events.agent')}
      value={chosen}
      options={[...(atFirst === '' ? [{ value: '', name: text('vis.all') }] : []), ...known]}
      onChoose={(agents) => setFilter({ agents })}
    />
  );
}
