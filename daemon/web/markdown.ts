/** How elements of a page are written in Markdown: the rules of the library, and some for code, tables and pictures. */
import type TurndownService from 'turndown';
import { later } from '../base/later.js';

const loadTurndown = later(() => import('turndown'));

/** The writer of Markdown for an element. */
export async function createTurndown(): Promise<(node: Node) => string> {
  const { default: Turndown } = await loadTurndown();
  const service = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  for (const [name, rule] of Object.entries(rules)) service.addRule(name, rule);
  return (node) => {
    markLayout(node as HTMLElement);
    return service
      .turndown(node as HTMLElement)
      .replace(/\n[ \t]+(?=\n)/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  };
}

/** Marks tables that only arrange other tables; a table of Markdown cannot hold one. */
function markLayout(element: HTMLElement): void {
  for (const inner of element.querySelectorAll('table table')) {
    inner.parentElement?.closest('table')?.setAttribute('role', 'presentation');
  }
}

const rules: Record<string, TurndownService.Rule> = {
  code: {
    filter: 'pre',
    replacement(_content, node) {
      const text = (node.textContent ?? '').replace(/^\n+/, '').trimEnd();
      const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length));
      const fence = '`'.repeat(longest + 1);
      return text === '' ? '' : `\n\n${fence}${languageOf(node)}\n${text}\n${fence}\n\n`;
    },
  },
  image: {
    filter: 'img',
    replacement(_content, node) {
      const [alt, src] = ['alt', 'src'].map((name) => (node as Element).getAttribute(name)?.trim() ?? '');
      return alt && src ? `![${alt.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](${src})` : '';
    },
  },
  // a link to its own heading
  mark: {
    filter: (node) =>
      node.nodeName === 'A' && /^[#¶§🔗\s]*$/u.test(node.textContent ?? '') && node.querySelector('img') === null,
    replacement: () => '',
  },
  cell: {
    filter: (node) => (node.nodeName === 'TD' || node.nodeName === 'TH') && isData(node),
    replacement: (content) => ` ${oneLine(content).replaceAll('|', '\\|')} |`,
  },
  row: {
    filter: (node) => node.nodeName === 'TR' && isData(node),
    replacement(content, node) {
      const row = node as Element;
      const first = row.closest('table')?.querySelector('tr') === row;
      return `\n|${content}${first ? `\n|${' --- |'.repeat(row.children.length)}` : ''}`;
    },
  },
  rows: {
    filter: (node) => /^(?:THEAD|TBODY|TFOOT)$/.test(node.nodeName) && isData(node),
    replacement: (content) => content,
  },
};

function isData(node: Element): boolean {
  const table = node.closest('table');
  return table !== null && table.getAttribute('role') !== 'presentation';
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function languageOf(pre: Element): string {
  const classes = [pre.parentElement, pre, pre.querySelector('code')].map(
    (element) => element?.getAttribute('class') ?? '',
  );
  return (
    /(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#-]{1,20})(?=\s|$)/.exec(
      classes.reverse().join(' '),
    )?.[1] ?? ''
  );
}
