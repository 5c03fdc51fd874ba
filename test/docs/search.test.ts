import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { searchOptions } from '../../docs/.vitepress/search.ts';
import { slug } from '../../docs/.vitepress/markdown/slug.ts';
import { rootFolder } from '../../playground/folders.ts';

/** What a person sees below a heading without scrolling. */
const firstScreen = 1_500;

interface Section {
  id: string;
  title: string;
  titles: string[];
  text: string;
}

/** A page by its headings, as the site's search takes it in. */
function sectionsOf(path: string, route: string): Section[] {
  // A comment of a shell looks like a heading.
  const text = readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '');
  const parts = text.split(/^(#{1,3}) (.+)$/m);
  const above: string[] = [];
  const sections: Section[] = [];
  for (let at = 1; at < parts.length; at += 3) {
    const level = parts[at]!.length;
    const title = parts[at + 1]!;
    above.length = level - 1;
    const id = level === 1 ? route : `${route}#${slug(title)}`;
    sections.push({ id, title, titles: above.filter(Boolean), text: parts[at + 2]! });
    above[level - 1] = title;
  }
  return sections;
}

const docs = join(rootFolder, 'docs');
const sections = ['', 'internals/'].flatMap((folder) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .flatMap((name) => sectionsOf(join(docs, folder, name), `/${folder}${basename(name, '.md')}`)),
);
const index = new MiniSearch<Section>({
  fields: ['title', 'titles', 'text'],
  storeFields: ['text'],
  searchOptions: searchOptions.searchOptions,
  ...searchOptions.options,
});
index.addAll(sections);

describe('the first hit of the site’s search', () => {
  it.each([
    ['is it charged if it fails', /Nothing was charged/],
    ['n8n cloud', /n8n Cloud only installs/],
    ['cancel', /can't cancel or delete/],
    ['how long kept', /doesn't say, so download/],
    ['1,000 videos', /As many as you like/],
    ['monthly budget', /Spending Limit/],
    ['waiting for input', /You don't have to put anything in/],
    ['portrait', /Portrait \(9:16\)/],
    ['my own picture', /takes files from the nodes before/],
    ['run again', /Each run orders new videos/],
    // In other words.
    ['is it charged if the video fails', /Nothing was charged/],
    ['my link has expired', /gets a new link/],
    ['too many requests', /slow down when the service/],
    ['how do I make a portrait video', /Portrait \(9:16\)/],
    ['what happens when n8n restarts', /goes on by itself/],
    ['run is green but no video', /Create and Wait/],
    ['how do I avoid paying twice', /Order Key|Retry/],
    ['how long does a video take', /[Mm]inutes/],
    ['which row does this video belong to', /Keep Input Fields/],
    ['cancel a video', /can't cancel or delete/],
    ['where to find the base url', /base URL/i],
    ['order key', /Order Key/],
    ['how many videos at once', /as many as you like/i],
    ['which n8n version', /2\.41/],
    ['where is my api key', /dashboard/],
    ['callback url', /production URL/],
    ['stuck on pending', /goes on by itself/],
    ['waiting forever', /goes on by itself/],
    ['image url not reachable', /from outside your network|from outside/],
    ['execution crashed', /\*\*Retry\*\*/],
    ['refund for a failed video', /`paid`/],
    ['429', /slow down when the service/],
    ['vertical video for tiktok', /Portrait \(9:16\)/],
    ['animate a photo', /File From a Previous Node/],
    ['server reboot', /goes on by itself/],
    ['download the mp4 file', /Download Video/],
    ['docker install', /docker/i],
  ])('answers %j on its first screen', (question, answer) => {
    const [hit] = index.search(question);
    expect((hit?.text as string).slice(0, firstScreen), hit?.id as string).toMatch(answer);
  });

  it('does not depend on the small words of a question', () => {
    const idsOf = (question: string) => index.search(question).map(({ id }) => id as string);
    expect(idsOf('how can I get my video in the portrait')).toEqual(idsOf('video portrait'));
  });
});
