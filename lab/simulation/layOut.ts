import { format, resolveConfig } from 'prettier';

/** Lays Markdown out as the project's other texts. */
export async function layOut(markdown: string): Promise<string> {
  const config = await resolveConfig(new URL('./RESULTS.md', import.meta.url).pathname);
  return await format(markdown, { ...config, parser: 'markdown' });
}
