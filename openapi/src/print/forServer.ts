/** A server as Swagger 2.0 has it. */
function inSwagger(url: string): object {
  const { host, pathname, protocol } = new URL(url);
  return { host, basePath: pathname, schemes: [protocol.slice(0, -1)] };
}

/**
 * A form of the document for one server, for tools that take no variables in an address.
 *
 * @param text - the form, as JSON or as YAML whose top-level keys stand at the margin; Swagger is JSON
 * @param url - base URL of the server
 * @returns the same with that server alone
 */
export function forServer(text: string, url: string): string {
  if (text.startsWith('{')) {
    const document = JSON.parse(text) as object;
    const server = 'swagger' in document ? inSwagger(url) : { servers: [{ url }] };
    return `${JSON.stringify({ ...document, ...server }, null, 2)}\n`;
  }
  const lines = text.split('\n');
  const start = lines.indexOf('servers:');
  const end = lines.findIndex((line, index) => index > start && /^[^\s-]/.test(line));
  // JSON is how YAML quotes, too.
  return lines
    .toSpliced(start, end - start, 'servers:', `  - url: ${JSON.stringify(url)}`)
    .join('\n');
}
