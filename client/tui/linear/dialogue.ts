/** Conducts a panel or a list as a dialogue in lines: text, numbered choices, answers (tui.md 3.9 to 3.16, 3.24). */
import { visibleRow } from '../../view/clean.js';
import type { ChoiceForm, ListForm, ListRow, NoteForm, Panel, PanelChoice } from '../panels/panel.js';
import { plainLine, type Line } from '../text/line.js';
import type { Asking } from './lines.js';

export interface DialogueDeps {
  panel: Panel;
  opensByItself: boolean;
  print(rows: readonly string[]): void;
  /** number of rows on a page */
  page(): number;
  columns(): number;
  isInFront(): boolean;
  /** Called when the panel may be gone, or may ask for something else. */
  changed(): void;
}

export interface Dialogue {
  readonly panel: Panel;
  readonly asking: Asking;
  /** Called when its content may have changed. */
  update(): void;
}

export function plainRows(lines: readonly Line[]): string[] {
  return lines.map(plainLine);
}

export function openDialogue(deps: DialogueDeps): Dialogue {
  const { form } = deps.panel;
  if (form?.kind === 'choices') return choiceDialogue(deps, form);
  if (form?.kind === 'list') return listDialogue(deps, form);
  if (form?.kind === 'note') return noteDialogue(deps, form);
  return typedDialogue(deps);
}

function choiceDialogue({ panel, opensByItself, print, isInFront, changed }: DialogueDeps, form: ChoiceForm): Dialogue {
  let text: PanelChoice | undefined;

  function printForm(): void {
    text = undefined;
    const isSeveral = form.choices().some(({ isChecked }) => isChecked !== undefined);
    print([
      ...plainRows(form.head()),
      ...plainRows(form.body()).map((row) => `  ${row}`),
      ...form.choices().map(({ number, label, about, isChecked }) => {
        const box = isChecked === undefined ? '' : isChecked ? '[x] ' : '[ ] ';
        return `${number}. ${box}${label}${about === undefined || about === '' ? '' : ` (${about})`}`;
      }),
      ...(isSeveral ? ['Several numbers may be given, such as 1 3.'] : []),
    ]);
  }

  function choose(choice: PanelChoice, words: string): void {
    print([`Chosen: ${choice.label}${words === '' ? '' : `: ${visibleRow(words)}`}.`]);
    form.choose(choice, words);
  }

  /** Called when the panel is gone, or asks for the next thing. */
  function done(): void {
    if (isInFront()) printForm();
    changed();
  }

  function take(line: string): void {
    const choices = form.choices();
    if (text) {
      const choice = text;
      text = undefined;
      if (line.trim() === '') return done();
      choose(choice, line);
      const rest = choices.find(({ hasText }) => hasText !== true);
      // in a multiple choice, the user's own words are one of the answers
      if (choices.some(({ isChecked }) => isChecked !== undefined) && rest) form.choose(rest, '');
      return done();
    }
    if (line.trim() === '') {
      print(['Cancelled.']);
      form.cancel();
      return done();
    }
    const numbers = line.trim().split(/[\s,]+/);
    const chosen = numbers.flatMap((number) => choices.filter((each) => String(each.number) === number));
    const [first] = chosen;
    const { toggle } = form;
    const isSeveral = toggle !== undefined && choices.some(({ isChecked }) => isChecked !== undefined);
    if (!first || chosen.length !== numbers.length || (chosen.length > 1 && !isSeveral)) {
      print([`There is no choice ${visibleRow(line.trim())}.`]);
      return changed();
    }
    if (isSeveral) for (const each of chosen) if (each.hasText !== true && each.isChecked !== true) toggle(each);
    const own = chosen.find(({ hasText }) => hasText === true);
    if (own) {
      text = own;
      return changed();
    }
    if (isSeveral) print([`Chosen: ${chosen.map(({ label }) => label).join(', ')}.`]);
    if (isSeveral) form.choose(first, '');
    else choose(first, '');
    done();
  }

  printForm();
  return {
    panel,
    asking: {
      get label() {
        const last = form.choices().at(-1)?.number ?? 1;
        return text ? `${text.label}: ` : `Answer 1 to ${last}: `;
      },
      opensByItself,
      take,
    },
    update: () => undefined,
  };
}

function listDialogue({ panel, opensByItself, print, page, changed }: DialogueDeps, form: ListForm): Dialogue {
  let words = '';
  let shown: readonly ListRow[] = [];
  let isAsked = false;

  function printForm(from: number): void {
    const rows = form.rows(words);
    const last = Math.min(rows.length, from + Math.max(1, page() - 2));
    shown = rows.slice(0, last);
    const filter = words === '' ? '' : ` with ${visibleRow(words)}`;
    print([
      ...(from === 0 ? [`${form.title}${filter}: ${rows.length === 0 ? 'No match' : rows.length}`] : []),
      ...shown.slice(from).map(({ label, about, right }, at) => {
        const facts = [about ?? '', right ?? ''].filter((fact) => fact !== '').map((fact) => visibleRow(fact));
        return `${from + at + 1}. ${visibleRow(label)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
      }),
      ...(rows.length > last ? [`${rows.length - last} more: m`] : []),
      ...(from === 0 ? ['Text filters, an empty line cancels.', ...hints(form.hint)] : []),
    ]);
    if (last === rows.length) form.more();
  }

  function take(line: string): void {
    const typed = line.trim();
    if (typed === '') {
      if (words !== '') {
        words = '';
        printForm(0);
      } else {
        print(['Cancelled.']);
        form.cancel();
      }
      return changed();
    }
    if (typed === 'm') {
      if (form.rows(words).length > shown.length) printForm(shown.length);
      else print(['There is no more.']);
      return changed();
    }
    const [, key, of] = /^((?:ctrl|alt)-\S+|tab)(?:\s+(\d+))?$/i.exec(typed) ?? [];
    const row = shown[Number(of ?? typed) - 1];
    if (key !== undefined) {
      const acted = (row ?? shown[0])?.act(key.toLowerCase().replace('-', '+')) === true;
      print([acted ? `${key}: ${row ? visibleRow(row.label) : form.title}.` : `${key} does nothing here.`]);
    } else if (row && /^\d+$/.test(typed)) {
      print([`Chosen: ${visibleRow(row.label)}.`]);
      row.choose();
    } else {
      words = typed;
      printForm(0);
    }
    changed();
  }

  const dialogue: Dialogue = {
    panel,
    asking: {
      get label() {
        if (!isAsked) return '';
        return shown.length === 0 ? 'Answer: ' : `Answer 1 to ${shown.length}: `;
      },
      opensByItself,
      take,
    },
    update() {
      if (isAsked || form.isLoading()) return;
      isAsked = true;
      printForm(0);
    },
  };
  dialogue.update();
  return dialogue;
}

function hints(hint: string): string[] {
  return hint === '' ? [] : [`Keys: ${hint}; for a row of the list, such as ctrl-x 2.`];
}

function noteDialogue({ panel, opensByItself, print, changed }: DialogueDeps, form: NoteForm): Dialogue {
  let printed = '';
  const dialogue: Dialogue = {
    panel,
    asking: {
      label: form.submit ? 'Text: ' : 'An empty line cancels: ',
      isSecret: form.isSecret === true,
      opensByItself,
      take(line) {
        if (form.submit) form.submit(line);
        else if (line.trim() === '') form.cancel();
        changed();
      },
    },
    update() {
      const rows = plainRows(form.lines());
      if (rows.join('\n') === printed) return;
      printed = rows.join('\n');
      print(rows);
    },
  };
  dialogue.update();
  return dialogue;
}

/** Conducts a panel that only draws itself: prints its rows, and types a line into it. */
function typedDialogue({ panel, opensByItself, print, page, columns, changed }: DialogueDeps): Dialogue {
  let printed = '';
  const key = (name: string): void => panel.key({ name, text: '' });
  const dialogue: Dialogue = {
    panel,
    asking: {
      label: 'Answer: ',
      opensByItself,
      take(line) {
        if (line === '') key('esc');
        else {
          panel.paste(line);
          key('enter');
        }
        changed();
      },
    },
    update() {
      const rows = plainRows(panel.view({ width: columns(), rows: page() }, true).lines);
      if (rows.join('\n') === printed) return;
      printed = rows.join('\n');
      print(rows);
    },
  };
  dialogue.update();
  return dialogue;
}
