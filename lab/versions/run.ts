import { rootFolder } from '../../playground/folders.ts';
import { installEngine } from './installEngine.ts';
import { writeTable, type Tried } from './table.ts';
import { tryVersion } from './tryVersion.ts';
import { versions, type Version } from './versions.ts';

const developedWith = versions.at(-1)!;

async function tryOne(version: Version): Promise<Tried> {
  const engine = version === developedWith ? rootFolder : await installEngine(version);
  return { version, outcomes: await tryVersion(engine) };
}

let passed = 0;
let failed = 0;
const tried: Tried[] = [];
for (const version of versions) {
  const one = await tryOne(version);
  tried.push(one);
  const wrong = one.outcomes.filter(({ result }) => (result === 'failed') !== !!version.tooOld);
  failed += wrong.length;
  passed += one.outcomes.length - wrong.length;
  const count = (wanted: string) => one.outcomes.filter(({ result }) => result === wanted).length;
  console.log(
    `n8n ${version.n8n} (n8n-core ${version.core}): ${count('asleep')} asleep, ${count('awake')} awake, ${count('failed')} failed`,
  );
  const told = version.tooOld ? one.outcomes.slice(0, 1) : one.outcomes;
  for (const { story, said } of told) if (said) console.log(`  ${story}: ${said}`);
}
await writeTable(tried.filter(({ version }) => !version.tooOld));
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
