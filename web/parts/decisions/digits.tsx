/** Digit keys choose in a panel that has the focus, except in its text fields; its buttons show the digits. */
import { Button, type ButtonProps } from '../button.js';

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type);
}

export function onDigit(event: KeyboardEvent, choose: (digit: number) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key) || isTyping(event.target)) return;
  event.preventDefault();
  choose(Number(event.key));
}

/** The digit on a button or option; not part of its accessible name. */
export function Digit({ of }: { of: number }) {
  return (
    <kbd class="digit" aria-hidden="true">
      {of}
    </kbd>
  );
}

export function DigitButton({ digit, children, ...rest }: ButtonProps & { digit: number }) {
  return (
    <Button {...rest} aria-keyshortcuts={String(digit)}>
      <Digit of={digit} />
      {children}
    </Button>
  );
}
