/** Modal dialogs based on the `dialog` element: any code can open one, and one component renders all of them. */
import { effect, signal } from '@preact/signals';
import { X } from 'lucide-preact';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { route } from '../live/routes.js';
import { text } from '../live/text.js';
import { Button, IconButton } from './button.js';

export interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  /** buttons at the end */
  actions?: ComponentChildren;
  wide?: boolean;
}

const areHeld = signal(false);

/** Closes open dialogs while another screen covers the page: nothing can be drawn above them. Reopens them after it. */
export function holdDialogs(areNow: boolean): void {
  areHeld.value = areNow;
}

const gone = signal(0);

/** Closes open dialogs because the subject of the screen is gone, as when another screen is shown. */
export function closeDialogs(): void {
  gone.value += 1;
}

function shownNow(): string {
  return `${gone.value}/${route.value.parts.join('/')}`;
}

export function Dialog({ title, onClose, children, actions, wide = false }: DialogProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} onClose={onClose} class={wide ? 'wide' : ''}>
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} label={text('dialog.close')} onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
      {actions && <footer>{actions}</footer>}
    </Modal>
  );
}

interface ModalProps {
  labelledBy: string;
  describedBy?: string;
  role?: 'alertdialog';
  onClose(): void;
  class?: string;
  children: ComponentChildren;
}

function Modal({ labelledBy, describedBy, role, onClose, class: name, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** ignores a click that starts inside, such as a text selection, and ends on the backdrop */
  const isPressed = useRef(false);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const of = shownNow();
    // the dialog's subject is no longer shown
    return effect(() => void (shownNow() !== of && queueMicrotask(() => latest.current())));
  }, []);
  useEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    const leave = effect(() => {
      if (areHeld.value) current?.close();
      else if (current && !current.open) current.showModal();
    });
    return () => {
      leave();
      current?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      {...(role && { role })}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        // clicks on the backdrop have the dialog itself as target
        isPressed.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isPressed.current && role === undefined) onClose();
      }}
    >
      <div class="dialog-frame">{children}</div>
    </dialog>
  );
}

export interface Question {
  title: string;
  text: string;
  /** label of the button that confirms */
  action: string;
  isDanger?: boolean;
}

function Confirmation({ question, answer }: { question: Question; answer(isYes: boolean): void }) {
  const id = useId();
  const cancel = useRef<HTMLDivElement>(null);
  useEffect(() => cancel.current?.querySelector('button')?.focus(), []);
  return (
    <Modal role="alertdialog" labelledBy={id} describedBy={`${id}-text`} onClose={() => answer(false)} class="question">
      <h2 id={id}>{question.title}</h2>
      <p id={`${id}-text`}>{question.text}</p>
      <footer ref={cancel}>
        <Button onClick={() => answer(false)}>{text('dialog.cancel')}</Button>
        <Button kind={question.isDanger === false ? 'primary' : 'danger'} onClick={() => answer(true)}>
          {question.action}
        </Button>
      </footer>
    </Modal>
  );
}

interface Shown {
  id: number;
  draw(close: () => void): VNode;
}

const shown = signal<readonly Shown[]>([]);
let lastId = 0;

/** Shows a dialog until it closes itself; returns a function that closes it. */
export function openDialog(draw: (close: () => void) => VNode): () => void {
  const id = (lastId += 1);
  shown.value = [...shown.peek(), { id, draw }];
  return () => closeDialog(id);
}

function closeDialog(id: number): void {
  shown.value = shown.peek().filter((each) => each.id !== id);
}

/** Asks for confirmation of an action that cannot be undone. */
export function confirmAction(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog((close) => (
      <Confirmation
        question={question}
        answer={(isYes) => {
          close();
          resolve(isYes);
        }}
      />
    ));
  });
}

/** Renders all open dialogs. */
export function Dialogs() {
  return (
    <>
      {shown.value.map(({ id, draw }) => (
        <Opened key={id} draw={draw} close={() => closeDialog(id)} />
      ))}
    </>
  );
}

function Opened({ draw, close }: { draw: Shown['draw']; close(): void }) {
  return draw(close);
}
