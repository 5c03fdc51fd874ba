import { gapsOf } from '../src/check/gaps.ts';

interface Evidence {
  keyword: string;
  evidence: string;
  because?: string;
}

const intro = `# What the service does not specify

<!-- Generated from openapi/openapi.yaml by \`npx gulp\`. Do not edit. -->

The document leaves out what the service does not state, rather than guess it. Each gap is listed here, with the place where
a keyword would stand if it were known. Do not build on a guess: read tolerantly, and set what matters to you.
`;

const weakIntro = `
## Restrictions that need a reason

The service does not state these in so many words; they stand in the document all the same.

| Where | What | How it is known | Why it stands |
| --- | --- | --- | --- |
`;

/** Restrictions whose evidence is weaker than the word of the service. */
function weakRestrictions(schemas: Record<string, Record<string, unknown>>): string[] {
  return Object.entries(schemas).flatMap(([name, schema]) =>
    ((schema['x-constraint-evidence'] ?? []) as Evidence[])
      .filter(({ because }) => because)
      .map(
        ({ keyword, evidence, because }) =>
          `| \`${name}\` | ${keyword} | ${evidence} | ${because} |`,
      ),
  );
}

/** `rateLimits` as a reader would say them. */
const words = (aspect: string) => aspect.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * Writes the page of gaps.
 *
 * @param bundle - the bundled document, as an object
 * @returns Markdown, one table per group of places
 */
export function listUnspecified(bundle: object): string {
  const document = bundle as Record<string, Record<string, unknown>>;
  const { components, ...rest } = document;
  const { schemas, ...others } = components!;
  const section = (title: string, part: unknown, pointer: string[] = []) => {
    const rows = [...gapsOf(part, document, pointer)].map(
      ({ where, aspect, note }) => `| ${where} | ${words(aspect)} | ${note} |`,
    );
    return `\n## ${title}\n\n| Where | What | Not stated |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  };
  return [
    intro,
    section('Service and operations', rest),
    section('Fields', schemas, ['components', 'schemas']),
    section('Parameters, answers, callbacks', others, ['components']),
    `${weakIntro}${weakRestrictions(schemas as never).join('\n')}\n`,
  ].join('');
}
