import { defineConfig } from 'vitepress';
import { base, repositoryUrl, rootFolder, siteUrl } from './identity.ts';
import { nameColumns } from './markdown/columns.ts';
import { keepBraces } from './markdown/braces.ts';
import { addHero, dropTitle } from './landing.ts';
import { drawDiagrams } from './markdown/diagrams.ts';
import { leadLinks } from './markdown/links.ts';
import { slug } from './markdown/slug.ts';
import { noPages, rewrite, sidebar } from './pages.ts';
import { searchOptions } from './search.ts';

const description = 'Make videos in n8n: from text, from images, from clips and sound.';

export default defineConfig({
  title: 'Video Generation for n8n',
  description,
  base,
  // The READMEs of the packages are pages too, and stand outside of docs/.
  srcDir: rootFolder,
  srcExclude: noPages,
  rewrites: rewrite,
  cleanUrls: true,
  sitemap: { hostname: `${siteUrl}/` },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}video-generation.svg` }],
    ['meta', { property: 'og:title', content: 'Video Generation for n8n' }],
    ['meta', { property: 'og:description', content: description }],
  ],
  markdown: {
    anchor: { slugify: slug },
    config(markdown) {
      dropTitle(markdown);
      keepBraces(markdown);
      drawDiagrams(markdown);
      leadLinks(markdown);
      nameColumns(markdown);
    },
  },
  transformPageData: addHero,
  vite: { publicDir: `${rootFolder}/docs/.vitepress/public` },
  themeConfig: {
    logo: '/video-generation.svg',
    nav: [
      { text: 'Start', link: '/quick-start' },
      { text: 'Money', link: '/money' },
      { text: 'Examples', link: '/examples' },
      { text: 'Problems', link: '/troubleshooting' },
      { text: 'API', link: '/api' },
    ],
    sidebar,
    outline: [2, 3],
    // With the words around each hit.
    search: { provider: 'local', options: { detailedView: true, miniSearch: searchOptions } },
    ...(repositoryUrl && {
      editLink: { pattern: `${repositoryUrl.replace('/blob/', '/edit/')}/:path` },
      socialLinks: [{ icon: 'github', link: repositoryUrl.replace('/blob/HEAD', '') }],
    }),
    footer: { message: 'MIT licence. These pages are about community nodes, not part of n8n.' },
  },
});
