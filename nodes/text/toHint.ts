const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Lines as a hint, which n8n shows as HTML; some of them say what the service said. */
export const toHint = (lines: readonly string[]): string =>
  lines.map((line) => line.replace(/[&<>"]/g, (sign) => escapes[sign]!)).join('<br>');
