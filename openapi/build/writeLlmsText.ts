import { type FlatDocument } from './flatten.ts';
import { type Schema } from './mergeModes.ts';

interface Sample {
  lang: string;
  source: string;
}

interface Operation {
  operationId: string;
  description: string;
  requestBody?: Body;
  responses: Record<string, Body>;
  'x-codeSamples': Sample[];
}

interface Body {
  content: Record<string, { schema: Schema }>;
}

const inOneLine = (text: string) => text.trim().replace(/\s+/g, ' ');

const fieldsOf = ({ content }: Body) =>
  Object.entries(content['application/json']!.schema.properties!)
    .map(([name, { description }]) => `- \`${name}\`: ${inOneLine(description!)}`)
    .join('\n');

const operationsOf = ({ paths }: { paths: object }) =>
  Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      request: `${method.toUpperCase()} ${path}`,
    })),
  );

/**
 * Writes what a language model needs to call the service into one page (llmstxt.org).
 *
 * @param flat - the flat profile, which has the fields of all modes in one place
 * @param bundle - the document, which has the code samples
 */
export function writeLlmsText(flat: FlatDocument, bundle: object): string {
  const [purpose, ...rest] = flat.info.description.trim().split('\n\n');
  const fields = operationsOf(flat);
  const told = operationsOf(bundle as { paths: object }).map((operation, index) => {
    const { requestBody, responses } = fields[index]!;
    const sample = operation['x-codeSamples'].find(({ lang }) => lang === 'JavaScript')!.source;
    return [
      `\`${operation.request}\` (\`${operation.operationId}\`): ${operation.description.trim()}`,
      requestBody && `Fields of the request:\n\n${fieldsOf(requestBody)}`,
      `Fields of the answer:\n\n${fieldsOf(responses['200']!)}`,
      `\`\`\`js\n${sample}\`\`\``,
    ].filter(Boolean);
  });
  // The format has headings for lists of links only.
  const introduction = rest.filter((paragraph) => !paragraph.startsWith('## '));
  return `${[
    '# Video Generation API',
    `> ${inOneLine(purpose!)}`,
    ...introduction,
    'Every request carries the header `Authorization: Bearer <API key>`.',
    ...told.flat(),
    '## Files',
    [
      '- [openapi.yaml](openapi.yaml): the OpenAPI 3.1 document',
      '- [openapi.json](openapi.json): the same as JSON',
      '- [reference.html](reference.html): the reference as one page',
    ].join('\n'),
  ].join('\n\n')}\n`;
}
