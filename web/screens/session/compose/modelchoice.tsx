/** Chooses the model of a session: grouped by provider, with search, context size and capabilities (web.md 5.3). */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatTokens } from '../../../../client/view/format.js';
import type { Model } from '../../../../schemas/generated/types.js';
import { fits } from '../../../live/sessions.js';
import { capabilityName, text } from '../../../live/text.js';
import { Clean } from '../../../parts/clean.js';
import { placeNextTo } from '../../../parts/menu.js';

export interface ModelChoiceProps {
  models: readonly Model[];
  value: string;
  onChange(value: string): void;
}

/** Returns the name of a model; the offline provider gets its full name, so that it does not look like a model. */
function nameOf({ model, display_name: name }: Model): string {
  return model.startsWith('offline/') ? model : (name ?? model);
}

function factsOf({ max_context_size: size, capabilities = [] }: Model): string {
  return [formatTokens(size), ...capabilities.map(capabilityName)].join(' · ');
}

export function ModelChoice({ models, value, onChange }: ModelChoiceProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** undefined: the user has not typed since the list opened */
  const [words, setWords] = useState<string | undefined>(undefined);
  const [active, setActive] = useState(0);
  const chosen = models.find((each) => each.model === value);
  const shownName = chosen ? nameOf(chosen) : value === '' ? text('composer.noModel') : value;
  const wanted = (words ?? '').trim().toLowerCase();
  const found = models.filter((each) =>
    fits(`${each.provider} ${nameOf(each)} ${each.model} ${factsOf(each)}`.toLowerCase(), wanted),
  );
  const groups = [...new Set(found.map(({ provider }) => provider))];
  // in the order in which they are shown
  const offers = groups.flatMap((provider) => found.filter((each) => each.provider === provider));
  const at = Math.min(active, offers.length - 1);

  function open(): void {
    if (isOpen) return;
    setOpen(true);
    setActive(Math.max(0, chosen ? offers.indexOf(chosen) : 0));
    field.current?.select();
  }

  function close(): void {
    setOpen(false);
    setWords(undefined);
  }

  function choose(model: Model | undefined): void {
    close();
    if (model && model.model !== value) onChange(model.model);
  }

  // the size of the list is known once its options are rendered
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    current.togglePopover(isOpen);
    if (!isOpen) {
      // the next typed text replaces the name
      if (document.activeElement === field.current) field.current?.select();
      return;
    }
    placeNextTo(current, field.current?.getBoundingClientRect());
  }, [isOpen, offers.length]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at, isOpen]);

  function press(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    const { key } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (!isOpen) {
      if (step === 0 && key !== 'Enter') return;
      open();
    } else if (step !== 0) setActive((at + step + offers.length) % Math.max(1, offers.length));
    else if (key === 'Enter') choose(offers[at]);
    else if (key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <span class="model-choice">
      {/* covers the field while it does not have the focus */}
      <span class="model-name" aria-hidden="true">
        {shownName}
      </span>
      <input
        ref={field}
        type="text"
        role="combobox"
        data-control="model"
        autocomplete="off"
        spellcheck={false}
        aria-label={text('composer.model')}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && at >= 0 && { 'aria-activedescendant': `${id}-${at}` })}
        title={shownName}
        value={words ?? shownName}
        onClick={open}
        onInput={({ currentTarget }) => {
          setOpen(true);
          setWords(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <div
        ref={list}
        id={`${id}-list`}
        class="menu model-list"
        popover="manual"
        role="listbox"
        aria-label={text('composer.model')}
        // keeps the focus in the field
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen && offers.length === 0 && (
          <div class="empty" role="option" aria-selected={false} aria-disabled>
            {text('composer.noSuchModel')}
          </div>
        )}
        {isOpen &&
          groups.map((provider) => (
            <div key={provider} role="group" aria-label={provider}>
              <p class="palette-group" role="presentation">
                <Clean text={provider} />
              </p>
              {offers.map(
                (each, place) =>
                  each.provider === provider && (
                    <div
                      key={each.model}
                      id={`${id}-${place}`}
                      class="palette-item"
                      role="option"
                      aria-selected={place === at}
                      onPointerMove={() => setActive(place)}
                      onClick={() => choose(each)}
                    >
                      <span class="palette-name">
                        <Clean text={nameOf(each)} />
                        <small class="dim small">{factsOf(each)}</small>
                      </span>
                    </div>
                  ),
              )}
            </div>
          ))}
      </div>
    </span>
  );
}
