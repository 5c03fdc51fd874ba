import { type Renderer } from '../../../sandbox/src/index.ts';

/** A renderer whose work ends when the test says so. */
export function heldRenderer() {
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  const renderer: Renderer = {
    name: 'held',
    needsInputs: false,
    concurrency: 2,
    render: ({ request, signal }) =>
      new Promise((_, reject) => {
        begun.push(request.prompt);
        const end = () => reject(new Error('No video here'));
        releases.push(end);
        signal.addEventListener('abort', end);
      }),
  };
  return { renderer, begun, releases };
}
