import { Person } from './person.ts';
import type { Editor } from './browser.ts';

/** Makes an agent that asks before it makes a video, and asks it for one, from an empty editor. */
export async function makeCarefulAgent(editor: Editor, wish: string): Promise<void> {
  const { page } = editor;
  const person = new Person(editor);
  await person.startAfresh();
  await person.addNode('ai agent', 'AI Agent');
  await person.backToCanvas();
  await person.goOnBelow('AI Agent', 'ai_languageModel');
  await person.addNode('openai', 'OpenAI Chat Model');
  await person.backToCanvas();
  await person.goOnBelow('AI Agent', 'ai_tool');
  await page.getByText('Human review', { exact: true }).click();
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
  await page.getByText('Open chat').first().click();
  await person.say(wish);
}
