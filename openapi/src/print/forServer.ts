/**
 * A form of the document for one server, for tools that take no variables in an address.
 *
 * @param text - the form, as JSON or as YAML whose top-level keys stand at the margin
 * @param url - base URL of the server
 * @returns the same with that server alone
 */
export function forServer(text: string, url: string): string {
  if (text.startsWith('{')) {
    const document = JSON.parse(text) as object;
    return `${JSON.stringify({ ...document, servers: [{ url }] }, null, 2)}\n`;
  }
  const lines = text.split('\n');
  const start = lines.indexOf('servers:');
  const end = lines.findIndex((line, index) => index > start && /^[^\s-]/.test(line));
  // JSON is how YAML quotes, too.
  return lines
    .toSpliced(start, end - start, 'servers:', `  - url: ${JSON.stringify(url)}`)
    .join('\n');
}
