import type { MarkdownRenderer, PageData } from 'vitepress';

// Not written into docs/README.md, which code hosts show as it is.

const page = 'index.md';

/** What stands above the first page's own text. */
const hero = {
  name: 'Video Generation for n8n',
  text: 'Make videos in your workflows',
  tagline:
    'Describe a video, add pictures or sound if you like, and get the finished file. The nodes never order twice on their own, and a wait survives a restart.',
  image: {
    src: '/examples/text-to-video.png',
    alt: 'Create Video in the n8n editor',
  },
  actions: [
    { theme: 'brand', text: 'Make your first video', link: '/quick-start' },
    { theme: 'alt', text: 'See examples', link: '/examples' },
    { theme: 'alt', text: 'Solve a problem', link: '/troubleshooting' },
  ],
};

/** Gives the first page its head. */
export function addHero({ relativePath, frontmatter }: PageData): void {
  if (relativePath === page) Object.assign(frontmatter, { layout: 'home', hero });
}

/** Leaves the first page's own title out: the head above it is one. */
export function dropTitle(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('landing-title', ({ tokens, env }) => {
    const end = tokens.findIndex(({ type, tag }) => type === 'heading_close' && tag === 'h1');
    if (env.relativePath === page) tokens.splice(0, end + 1);
  });
}
