import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** Files that are larger together are worth a warning: n8n holds each several times over. */
const largeBytes = 20_000_000;

/** Tells in the editor when n8n keeps large files in its memory, where they need not be. */
export function warnOfMemory(context: IExecuteFunctions, files: readonly IBinaryData[]): void {
  // A stored file has an id; the data of one in memory is its base64, 4 characters for 3 bytes.
  const bytes = files
    .map(({ id, data }) => (id ? 0 : data.length * 0.75))
    .reduce((sum, size) => sum + size, 0);
  if (bytes <= largeBytes) return;
  context.addExecutionHints({
    type: 'warning',
    location: 'outputPane',
    message: `n8n holds ${Math.round(bytes / 1e6)} MB of video in its memory, each file several times over. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem on n8n to keep files on disk instead.`,
  });
}
