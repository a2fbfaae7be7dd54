/** Form fields: a label, a hint, and the reason why a value was refused, each linked to its control. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Bound {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** why the value was refused */
  error?: string | undefined;
  children(bound: Bound): ComponentChildren;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <small id={`${id}-hint`} class="dim small">
          {hint}
        </small>
      )}
      {error !== undefined && (
        <small id={`${id}-error`} class="reason" role="alert">
          {error}
        </small>
      )}
    </div>
  );
}

/** A choice between a few values as radio buttons. */
export function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; name: string; hint?: string }[];
  onChoose(value: Value): void;
}) {
  const id = useId();
  return (
    <fieldset class="choice" role="radiogroup" aria-labelledby={id}>
      <legend id={id}>{props.label}</legend>
      {props.options.map(({ value, name, hint }) => (
        <label key={value} class="option">
          <input
            type="radio"
            name={id}
            checked={props.value === value}
            aria-label={name}
            onChange={() => props.onChoose(value)}
          />
          <span>
            {name}
            {hint !== undefined && <small class="dim small">{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function Switch(props: { label: string; hint?: string; isOn: boolean; onChange(isOn: boolean): void }) {
  const id = useId();
  return (
    <div class="switch-row">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={props.isOn}
        {...(props.hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label for={id}>{props.label}</label>
      {props.hint !== undefined && (
        <small id={`${id}-hint`} class="dim small">
          {props.hint}
        </small>
      )}
    </div>
  );
}
