/** A dialog with a form that the server may refuse: a reason stands at the field that it names, any other above the form. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { ApiFailure } from '../../../client/api/failure.js';
import { text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';

interface FormDialogProps {
  title: string;
  /** name of the button that saves */
  deed: string;
  isBusy: boolean;
  refused: Refusals;
  onSave(): void;
  onClose(): void;
  children: ComponentChildren;
}

export function FormDialog({ title, deed, isBusy, refused, onSave, onClose, children }: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { '': error } = refused;
  // what is refused may be out of sight, and is what the user changes next
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
          {/* Enter in a field presses it */}
          <Button kind="primary" type="submit" form={id} off={isBusy ? text('loading') : undefined}>
            {deed}
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

/** Why values were refused, by field; '' is what belongs to none. */
export type Refusals = Readonly<Record<string, string>>;

/** `fieldOf`: the field of a form for a path in what was sent. */
export function refusalsOf(failure: Error, fieldOf: (path: string) => string | undefined): Refusals {
  const details = failure instanceof ApiFailure && Array.isArray(failure.details) ? failure.details : [];
  const refusals: Record<string, string> = {};
  for (const { path, message } of details as { path: string; message: string }[]) {
    const field = fieldOf(path);
    // the path is a name of the API, which the form does not show
    refusals[field ?? ''] ??= field === undefined ? `${path}: ${message}` : sentence(message);
  }
  return details.length > 0 ? refusals : { '': reasonOf(failure) };
}

const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/\.\.$/, '.');
