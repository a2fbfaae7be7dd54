/** Digits choose in a panel that has the focus, but not in its text fields. */

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type);
}

export function onDigit(event: KeyboardEvent, choose: (digit: number) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key) || isTyping(event.target)) return;
  event.preventDefault();
  choose(Number(event.key));
}
