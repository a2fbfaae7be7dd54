/** The dialog that saves a session as one HTML file: chooses the content, and reports failures. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../live/text.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { reasonOf } from './failure.js';
import { Switch } from './field.js';

/** The parts that the user can omit, each with a text of its own. */
type Part = 'conversation' | 'tool_output' | 'thinking' | 'file_contents' | 'paths';

export interface HtmlExportProps<Choice extends Part> {
  choices: readonly Choice[];
  shown: Readonly<Record<Choice, boolean>>;
  onChange(choice: Choice, isOn: boolean): void;
  /** why it cannot be saved yet */
  off?: string | undefined;
  save(): Promise<void>;
  onClose(): void;
  children?: ComponentChildren;
}

export function HtmlExport<Choice extends Part>(props: HtmlExportProps<Choice>) {
  const { choices, shown, onChange, off, save, onClose, children } = props;
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={text('export.html')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          <Button
            kind="primary"
            off={off}
            onClick={() => void save().then(onClose, (error: unknown) => setReason(reasonOf(error)))}
          >
            {text('export.save')}
          </Button>
        </>
      }
    >
      <p>{text('export.html.text')}</p>
      {choices.map((choice) => (
        <Switch
          key={choice}
          label={text(`export.${choice}`)}
          isOn={shown[choice]}
          onChange={(isOn) => onChange(choice, isOn)}
        />
      ))}
      {children}
      <p class="reason" role="alert">
        {reason}
      </p>
    </Dialog>
  );
}
