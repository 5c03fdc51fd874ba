import type { Person } from './person.ts';

// What a newcomer does for a goal, from an empty editor; the credential is stored already.

/** "A portrait clip from my photo" */
export async function makePortraitClip(person: Person, photoUrl: string): Promise<void> {
  const { byId } = person.editor;
  await person.startAfresh();
  await person.addNode('photo to video', 'Create Video', 'Create a video from an image');
  await person.fill('prompt', 'The person in the photo begins to smile');
  await person.fill('firstFrame', photoUrl);
  await person.choose('aspectRatio', 'Portrait (9:16)');
  await person.backToCanvas();
  await person.click(byId('execute-workflow-button').first());
}

/** "Ten rows: tell me which failed, and what I paid" */
export async function makeTenRows(person: Person, rows: unknown[]): Promise<void> {
  const { byId, page } = person.editor;
  await person.startAfresh();
  await person.addNode('code', 'Code', 'Code in JavaScript');
  await person.type(page.locator('.cm-content').first(), `return ${JSON.stringify(rows)}`);
  await person.backToCanvas();
  await person.goOnAfter('Code in JavaScript');
  await person.addNode(
    'create video and wait',
    'Create Video',
    'Create a video and wait until it is ready',
  );
  await person.fill('prompt', '{{ $json.prompt }}');
  await person.click(byId('tab-settings'));
  await person.choose('onError', 'Continue (using error output)');
  await person.backToCanvas();
  await person.click(byId('execute-workflow-button').first());
}

/** "An agent that makes videos with my approval": makes it, and asks it for a video. */
export async function makeCarefulAgent(person: Person, wish: string): Promise<void> {
  const { page } = person.editor;
  await person.startAfresh();
  await person.addNode('ai agent', 'AI Agent');
  await person.backToCanvas();
  await person.goOnBelow('AI Agent', 'ai_languageModel');
  await person.addNode('openai', 'OpenAI Chat Model');
  await person.backToCanvas();
  await person.goOnBelow('AI Agent', 'ai_tool');
  await person.click(page.getByText('Human review', { exact: true }));
  await person.addNode('chat', 'Chat');
  // n8n's own text shows what the agent wants as "[object Object]".
  await person.fill('message', 'Make this video? {{ $tool.parameters.Prompt }}');
  await person.backToCanvas();
  await person.goOnBelow('Chat', 'ai_tool');
  await person.addNode('make a video', 'Create Video Tool');
  await person.backToCanvas();
  await person.goOnAfter('AI Agent');
  await person.addNode('chat', 'Chat', 'Send a message');
  await person.fill('message', '{{ $json.output }}');
  await person.backToCanvas();
  await person.open('When chat message received');
  await person.addOption('Add Field', 'Response Mode');
  await person.choose('responseMode', 'Using Response Nodes');
  await person.backToCanvas();
  await person.click(page.getByText('Open chat').first());
  await person.say(wish);
}
