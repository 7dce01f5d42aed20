/** What readers see before there is any page of the site, and before there is one of its details. */

const TEXTS = {
  en: {
    table: {
      title: 'The first table is being measured',
      text: 'This page shows it as soon as it is there, after two minutes or so. The other targets follow, and the pages grow by themselves.',
    },
    details: {
      title: 'This page is being built',
      text: 'Pages of pairs, trends and runs are many, so they are built after the first table. This one appears by itself.',
    },
  },
  'zh-Hans': {
    table: {
      title: '正在测第一张表',
      text: '第一张表大约两分钟后测完，随即显示在这里。其余目标随后跟上，页面会自动更新。',
    },
    details: {
      title: '正在生成此页',
      text: '两两对比、趋势和各次运行的页面很多，因此在第一张表之后生成。此页生成后会自动显示。',
    },
  },
} as const;

/** Nothing inline and nothing from another origin, as on the pages of the site. */
export const WAITING_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

export const WAITING_STYLE = `
:root { color-scheme: light dark; }
body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 20vh auto 0; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
`;

/**
 * @param awaited what is not there yet
 * @param isChinese the language of the reader; English otherwise
 * @param script address of the script that shows the progress
 */
export function waitingPage(
  awaited: 'table' | 'details',
  isChinese: boolean,
  { script, style }: { script: string; style: string },
): string {
  const language = isChinese ? 'zh-Hans' : 'en';
  const { title, text } = TEXTS[language][awaited];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <noscript><meta http-equiv="refresh" content="10" /></noscript>
    <title>Pitwall</title>
    <link rel="stylesheet" href="${style}" />
    <script src="${script}" defer></script>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`;
}
