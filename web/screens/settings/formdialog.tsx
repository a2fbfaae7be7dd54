/** A dialog with a form: shows a refusal at the field that it concerns, or above the form. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { ApiFailure } from '../../../client/api/failure.js';
import { text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';

interface FormDialogProps {
  title: string;
  /** label of the button that saves */
  action: string;
  isBusy: boolean;
  refused: Refusals;
  onSave(): void;
  onClose(): void;
  children: ComponentChildren;
}

export function FormDialog({ title, action, isBusy, refused, onSave, onClose, children }: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { '': error } = refused;
  // the refused field may be out of view, and the user edits it next
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [refused]);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          {/* submits the form, also on Enter in a field */}
          <Button kind="primary" type="submit" form={id} off={isBusy ? text('loading') : undefined}>
            {action}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {error !== undefined && (
          <p class="reason" role="alert">
            {error}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  );
}

/** Reasons for refused values, by field; '' for reasons that concern no field. */
export type Refusals = Readonly<Record<string, string>>;

/** Converts a failure to refusals. `fieldOf`: returns the form field for a path in the request. */
export function refusalsOf(failure: Error, fieldOf: (path: string) => string | undefined): Refusals {
  const details = failure instanceof ApiFailure && Array.isArray(failure.details) ? failure.details : [];
  const refusals: Record<string, string> = {};
  for (const { path, message } of details as { path: string; message: string }[]) {
    const field = fieldOf(path);
    // the path is an API name that the form does not show
    refusals[field ?? ''] ??= field === undefined ? `${path}: ${message}` : sentence(message);
  }
  return details.length > 0 ? refusals : { '': reasonOf(failure) };
}

const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/\.\.$/, '.');
