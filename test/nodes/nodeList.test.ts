// What n8n's editor searches its list of nodes with.
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { describe, expect, it } from 'vitest';
import createVideo from '../../nodes/CreateVideo/CreateVideo.node.json' with { type: 'json' };
import trigger from '../../nodes/VideoFinishedTrigger/VideoFinishedTrigger.node.json' with { type: 'json' };
import waitForVideo from '../../nodes/WaitForVideo/WaitForVideo.node.json' with { type: 'json' };

interface Listed {
  properties: { displayName: string; codex: { alias: string[] } };
}
const listed = (displayName: string, alias: string[] = []): Listed => ({
  properties: { displayName, codex: { alias } },
});
const nodes = [
  listed('ClickUp'),
  listed('Azure AI Search Vector Store'),
  listed('Remove Duplicates', ['Dedupe', 'Deduplicate']),
  listed('Wait for Video', waitForVideo.alias),
  listed('Video Finished Trigger', trigger.alias),
  listed('Create Video', createVideo.alias),
];

describe('the aliases of Create Video', () => {
  // n8n gives points for capitals inside a word: without them ClickUp comes first for "clip", and
  // Wait for Video, whose name holds the letters, for "ai video".
  it.each([
    ...['ai video', 'AI video', 'clip', 'mp4', 'animation', 'tiktok', 'short', 'reel'],
    ...['make a video', 'text to video', 'photo to video', 'short video'],
  ])('put it first for %j', (search) => {
    const [first] = sublimeSearch(search, nodes);
    expect(first?.item.properties.displayName).toBe('Create Video');
  });
});
