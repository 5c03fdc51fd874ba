import { loadEngine } from './engine/loadEngine.ts';
import { stories } from './stories/stories.ts';
import { tell, type Outcome } from './stories/story.ts';
import { startWorld } from './stories/world.ts';

// A process of its own for each version: node tellStories.ts <folder of the engine> <home folder>.
// The last line of its output is what the stories came to, as JSON.
const [folder = '', home = ''] = process.argv.slice(2);
Object.assign(process.env, {
  N8N_ENCRYPTION_KEY: 'only-for-tests-only-for-tests-00',
  N8N_LOG_LEVEL: 'silent',
  N8N_USER_FOLDER: home,
});

const world = await startWorld();
const outcomes: Outcome[] = [];
try {
  const engine = loadEngine(folder);
  for (const [n, story] of stories.entries())
    outcomes.push(await tell(engine, world, story, n + 1));
} catch (error) {
  const said = String((error as Error).message ?? error);
  outcomes.push(...stories.map(({ name }): Outcome => ({ story: name, result: 'failed', said })));
}
await world.close();
console.log(`\n${JSON.stringify(outcomes)}`);
process.exit();
