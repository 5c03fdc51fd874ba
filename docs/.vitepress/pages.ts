/** A file of the repository, from its root, and where the site shows it. */
export interface Page {
  file: string;
  /** Path on the site, without the base. */
  route: string;
}

/** What the site shows from outside docs/. */
const elsewhere: Page[] = [
  { file: 'docs/internals/api.md', route: '/api' },
  { file: 'openapi/README.md', route: '/openapi' },
  { file: 'openapi/docs/unspecified.md', route: '/unspecified' },
  { file: 'openapi/CHANGELOG.md', route: '/changelog-openapi' },
  { file: 'sandbox/README.md', route: '/sandbox' },
  { file: 'sandbox/CHANGELOG.md', route: '/changelog-sandbox' },
  { file: 'CHANGELOG.md', route: '/changelog' },
  { file: 'CONTRIBUTING.md', route: '/contributing' },
];

/** Folders whose files visitors download, and their place on the site. */
const downloads = [{ folder: 'examples/', route: '/examples/' }];

/** Globs of the Markdown files that are no pages. */
export const noPages = [
  ...['README', 'LICENSE', 'SECURITY'].map((name) => `${name}.md`),
  ...['openapi', 'sandbox'].map((folder) => `${folder}/LICENSE.md`),
  ...[
    '.github',
    'test',
    'lab',
    'playground',
    'examples',
    'nodes',
    'credentials',
    'coverage',
    'docs/.vitepress',
  ].map((folder) => `${folder}/**`),
];

/** Where the site shows a Markdown file, or nothing when it does not. */
export function routeOf(file: string): string | undefined {
  const other = elsewhere.find((page) => page.file === file);
  if (other) return other.route;
  if (file === 'README.md' || file === 'docs/README.md') return '/';
  const [, route] = /^docs(\/(?:internals\/)?[\w-]+)\.md$/.exec(file) ?? [];
  return route;
}

/** The path of a page's file on the site, for VitePress. */
export const rewrite = (file: string) =>
  file === 'docs/README.md' ? 'index.md' : `${(routeOf(file) ?? `/${file}`).slice(1)}.md`;

/** Where visitors download a file, or nothing when they cannot. */
export function downloadOf(file: string): string | undefined {
  if (file === 'openapi/openapi.yaml') return '/openapi.yaml';
  const from = downloads.find(({ folder }) => file.startsWith(folder) && file.endsWith('.json'));
  return from && from.route + file.slice(from.folder.length);
}

const named = (text: string, route: string) => ({ text, link: route });

/** The menu beside every page. */
export const sidebar = [
  {
    text: 'Start here',
    items: [
      named('What it does', '/'),
      named('Your first video', '/quick-start'),
      named('Install it', '/install'),
      named('Your video service', '/your-video-service'),
      named('Credentials', '/credentials'),
      named('Examples', '/examples'),
    ],
  },
  {
    text: 'How do I …',
    items: [
      named('Pay nothing twice', '/money'),
      named('Use my own pictures', '/files-and-forms'),
      named('Make a video for each row', '/tables'),
      named('Wait, stop and restart', '/waiting'),
      named('Let an AI agent make videos', '/agents'),
      named('Run n8n myself', '/self-hosting'),
      named('Solve a problem', '/troubleshooting'),
    ],
  },
  {
    text: 'The nodes',
    items: [
      named('Create Video', '/create-video'),
      named('Wait for Video', '/wait-for-video'),
      named('Video Finished Trigger', '/video-finished-trigger'),
      named('Changes', '/changelog'),
    ],
  },
  {
    text: 'For developers',
    items: [
      named('The service’s API', '/api'),
      named('OpenAPI package', '/openapi'),
      named('What is not specified', '/unspecified'),
      named('Sandbox', '/sandbox'),
      named('Contribute', '/contributing'),
    ],
  },
  {
    text: 'How it works inside',
    items: [
      named('A wait', '/internals/waiting'),
      named('Sleep', '/internals/sleep'),
      named('The pace of requests', '/internals/pace'),
      named('How it compares', '/internals/benchmarks'),
      named('Ordering in pages', '/internals/ordering'),
      named('Every outcome', '/internals/outcomes'),
      named('Lost executions', '/internals/recovery'),
      named('Queue mode, tried', '/internals/queue-mode'),
      named('Many calls to the trigger', '/internals/many-calls'),
      named('Installing, tried', '/internals/install'),
      named('Versions of n8n, tried', '/internals/engines'),
      named('Engine 2.0 in detail', '/internals/engine-2'),
      named('Verification by n8n', '/internals/verification'),
    ],
  },
];
