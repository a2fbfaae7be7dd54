/** A text field sent with a decision: Enter sends, Shift-Enter breaks the line. */
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../button.js';
import { Field } from '../field.js';

const longest = 4_000;

interface TextFormProps {
  label: string;
  action: string;
  off: string | undefined;
  value: string;
  setValue(value: string): void;
  send(value: string): void;
}

export function TextForm({ label, action, off, value, setValue, send }: TextFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        send(value);
      }}
    >
      <Field label={label} hint={`${value.length} / ${longest}`}>
        {(bound) => (
          <textarea
            {...bound}
            ref={field}
            rows={2}
            maxLength={longest}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
              event.preventDefault();
              send(value);
            }}
          />
        )}
      </Field>
      <Button type="submit" off={off}>
        {action}
      </Button>
    </form>
  );
}
