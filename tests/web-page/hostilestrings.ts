/** Texts that try to run code, load resources or deceive when a page shows them; each contains its canary number. */

/** Host of the resources that they try to load; no server has this name. */
export const canaryHost = 'canary.invalid';

const scripts = [
  (n: number) => `<script>document.title='canary ${n}';window.canary=${n}</script>`,
  (n: number) => `<img src=x onerror="window.canary=${n}">`,
  (n: number) => `<img src="https://${canaryHost}/${n}.png">`,
  (n: number) => `<svg onload="window.canary=${n}"><script>window.canary=${n}</script></svg>`,
  (n: number) => `<svg><use href="https://${canaryHost}/${n}.svg#a"/></svg>`,
  (n: number) => `<iframe src="javascript:parent.canary=${n}"></iframe>`,
  (n: number) => `<iframe srcdoc="<script>parent.canary=${n}</script>"></iframe>`,
  (n: number) => `<object data="https://${canaryHost}/${n}"></object><embed src="https://${canaryHost}/${n}">`,
  (n: number) => `<link rel=stylesheet href="https://${canaryHost}/${n}.css"><base href="https://${canaryHost}/${n}/">`,
  (n: number) => `<style>*{background:url(https://${canaryHost}/${n})}</style>`,
  (n: number) => `<form action="https://${canaryHost}/${n}"><button id=b${n}>Approve</button></form>`,
  (n: number) => `<meta http-equiv=refresh content="0;url=https://${canaryHost}/${n}">`,
  (n: number) => `<video autoplay src="https://${canaryHost}/${n}"></video><audio src="https://${canaryHost}/${n}">`,
  (n: number) => `<math><mtext><style><img src=x onerror=window.canary=${n}></style></mtext></math>`,
  (n: number) => `<details open ontoggle="window.canary=${n}"><summary>x</summary></details>`,
  (n: number) => `<a href="javascript:window.canary=${n}" autofocus onfocus="window.canary=${n}">press</a>`,
  (n: number) => `"><input autofocus onfocus=window.canary=${n}>`,
  (n: number) => `\`\`\`html onload="window.canary=${n}"\n<script>window.canary=${n}</script>\n\`\`\``,
];

const markdown = [
  (n: number) => `![picture](https://${canaryHost}/${n}.png "title")`,
  (n: number) => `![picture](data:image/svg+xml,<svg%20onload=window.canary=${n}>)`,
  (n: number) => `[press](javascript:window.canary=${n}) [JaVaScRiPt](java\tscript:window.canary=${n})`,
  (n: number) => `[https://trusted.example/${n}](https://${canaryHost}/${n})`,
  (n: number) =>
    `[data](data:text/html,<script>opener.canary=${n}</script>) [vb](vbscript:x${n}) [f](file:///etc/passwd)`,
  (n: number) => `<https://${canaryHost}/${n}> <javascript:window.canary=${n}>`,
  (n: number) => `[ref${n}][r]\n\n[r]: javascript:window.canary=${n}`,
  (n: number) => `| a | b |\n|---|---|\n| <img src=x onerror=window.canary=${n}> | ![](//${canaryHost}/${n}) |`,
  (n: number) => `$$\\href{javascript:window.canary=${n}}{x}$$ \\(\\style{background:url(//${canaryHost}/${n})}{x}\\)`,
  (n: number) => `${'>'.repeat(200)} deep ${n}`,
  (n: number) => `${'- '.repeat(150)}deep ${n}`,
  (n: number) => `${'['.repeat(500)}${n}${']'.repeat(500)}`,
  (n: number) => `${'*'.repeat(1_000)}${n}`,
];

const characters = [
  (n: number) => `ls \u202E${n} txt.exe\u202C \u2066x\u2069`,
  (n: number) => `zero\u200B${n}\u200D\uFEFF\u00AD`,
  (n: number) => `\u001b[31mred ${n}\u001b[0m \u001b]8;;https://${canaryHost}/${n}\u0007link\u001b]8;;\u0007`,
  (n: number) => `\u001b]52;c;Y2FuYXJ5\u0007\u001b[2J\u001b[H${n}\u0007\b\b`,
  (n: number) => `half \uD83D ${n} \uDE00 half`,
  (n: number) => `\u0000\u0001 ${n} \u0085\u2028\u2029`,
  (n: number) => `Z\u0334\u0335\u0336\u0337\u0338${'\u0300'.repeat(300)}${n}`,
  (n: number) => `شكرا ${n} עברית`,
  (n: number) => `${'W'.repeat(3_000)}${n}`,
  (n: number) => `{"__proto__":{"canary":${n}},"constructor":{"prototype":{"canary":${n}}}}`,
  (n: number) => `{{canary${n}}} \${window.canary=${n}} <%= ${n} %> %s %n`,
  (n: number) => `agent.token sessionStorage.getItem ${n}`,
];

const makers = [...scripts, ...markdown, ...characters];

/** 200 texts, each maker several times, the later ones behind words and in quotes, lists and emphasis. */
export const hostileStrings: readonly string[] = Array.from({ length: 200 }, (_, at) => {
  const text = makers[at % makers.length]?.(at) ?? '';
  const round = Math.floor(at / makers.length);
  return [text, `Words before. ${text}`, `> ${text}`, `- ${text}\n- ${text}`, `**${text}**`][round] ?? text;
});
