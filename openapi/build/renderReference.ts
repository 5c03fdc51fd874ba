import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { darkStyle, darkTheme, lightTheme } from './referenceTheme.ts';
import { tellGaps } from './tellGaps.ts';

const script = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');

/** The notices of the script that the page carries; they must be published with it. */
export const readReferenceLicense = () => readFile(`${script}.LICENSE.txt`, 'utf8');

// The one thing that the script would fetch from its makers: a logo in the menu's foot.
const remoteLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const noLogo = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

/** Text that may stand inside a script element without ending it. */
const inScript = (text: string) =>
  text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/**
 * Renders the reference as one file that opens without a network: the script is inside. It is dark
 * where the reader's system is, or where its address ends in `?theme=dark`.
 *
 * @param bundle - the bundled document, as an object
 * @returns an HTML page
 */
export async function renderReference(bundle: object): Promise<string> {
  const { title } = (bundle as { info: { title: string } }).info;
  const program = (await readFile(script, 'utf8')).replaceAll(remoteLogo, noLogo);
  const options = {
    disableSearch: true,
    expandResponses: '200',
    hideDownloadButton: true,
    requiredPropsFirst: true,
    showExtensions: ['x-evidence'],
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body { margin: 0 }${darkStyle}</style>
</head>
<body>
<div id="reference"></div>
<script>${inScript(program)}</script>
<script>
const asked = new URLSearchParams(location.search).get('theme');
const dark = asked ? asked === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.toggle('dark', dark);
const theme = dark ? ${JSON.stringify(darkTheme)} : ${JSON.stringify(lightTheme)};
Redoc.init(${inScript(JSON.stringify(tellGaps(bundle)))}, { ...${JSON.stringify(options)}, theme }, document.getElementById('reference'));
</script>
</body>
</html>
`;
}
