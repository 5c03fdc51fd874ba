import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listen } from '../../listen.ts';

const taskId = 'task-4711';
const key = 'key-of-a-reader';

/** An answer: status and body; nothing when the connection breaks off. */
type Answer = [status: number, body: unknown] | undefined;

interface Service {
  does: string;
  create?: Answer;
  /** To the reads in turn, the last for ever. */
  reads: Answer[];
  /** What the sample says in the end. */
  says: RegExp;
  /** Whether it comes to a video. */
  isGood?: true;
  /** So many reads at most. */
  most: number;
}

const pending: Answer = [200, { status: 'pending', progress: 10 }];
const video = 'https://files.example.com/boat.mp4';

/** What a sample that creates a task meets, and how it ends. */
export const services: Service[] = [
  {
    does: 'is forgetful, ill and silent, and has a word of its own for the end',
    reads: [
      [404, { error: 'no such task' }],
      pending,
      [502, '<html>'],
      undefined,
      [404, {}],
      [200, { status: 'succeeded', results: [video] }],
    ],
    says: new RegExp(video),
    isGood: true,
    most: 6,
  },
  {
    does: 'says expired, with a reason',
    reads: [pending, [200, { status: 'expired', error: { code: 7, message: 'storm at sea' } }]],
    says: new RegExp(`${taskId} is expired.*storm at sea`),
    most: 2,
  },
  {
    does: 'refuses the key from the second read on',
    reads: [pending, [401, { error: { message: 'The key was taken back' } }]],
    says: new RegExp(`${taskId}.*401.*The key was taken back`),
    most: 20,
  },
  { does: 'never ends', reads: [pending], says: new RegExp(`${taskId}.*not.*finished`), most: 400 },
  {
    does: 'takes no request',
    create: [402, { error: { message: 'No credit is left' } }],
    reads: [pending],
    says: /No credit is left/,
    most: 0,
  },
];

type Language = 'ts' | 'python';
const folder = fileURLToPath(new URL('.', import.meta.url));
const node = [process.execPath, '--import', `${folder}hurry.mjs`, '--input-type=module-typescript'];

/** The samples of the README in a language. */
export async function samplesOf(language: Language): Promise<string[]> {
  const readme = await readFile('openapi/README.md', 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return [...readme.matchAll(fence)].map(([, code]) => code!);
}

/**
 * Runs a sample to its end; its pauses take no time.
 *
 * @param cwd where what it imports is found
 */
export async function run(language: Language, code: string, env: object = {}, cwd = '.') {
  const hurry = language === 'python' ? await readFile(`${folder}hurry.py`, 'utf8') : '';
  const [program, ...args] =
    language === 'python' ? ['python3', '-c', hurry + code] : [...node, '--eval', code];
  return new Promise<{ exit: number; stdout: string; output: string }>((resolve) => {
    execFile(program!, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ exit: error ? Number(error.code) : 0, stdout, output: stdout + stderr }),
    );
  });
}

/**
 * Runs a sample against a service, which calls back before it answers a create request.
 *
 * @returns what is wrong with how it went; nothing when it went as it has to
 */
export async function faultsOf(
  language: Language,
  code: string,
  { create = [200, { id: taskId, status: 'pending' }], reads, says, isGood, most }: Service,
  cwd?: string,
): Promise<string[]> {
  const asked = { POST: 0, GET: 0 };
  const called: number[] = [];
  const server = await listen(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const isCreate = request.method === 'POST';
    const count = (asked[isCreate ? 'POST' : 'GET'] += 1);
    const { callback_url: address } = JSON.parse(text || '{}') as { callback_url?: string };
    for (const url of address ? [`${address}0`, address] : [])
      called.push((await fetch(url, { method: 'POST' })).status);
    const answer = isCreate ? create : reads[Math.min(count, reads.length) - 1];
    if (!answer) return response.destroy();
    const [status, body] = answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  try {
    const env = { VIDEO_SERVICE_URL: server.url, VIDEO_SERVICE_KEY: key };
    const { exit, stdout, output } = await run(language, code, env, cwd);
    const isMade = create[0] === 200;
    const faults = {
      [`${asked.POST} create requests`]: asked.POST !== 1,
      [`${asked.GET} reads`]: asked.GET > most,
      'the ID does not come first': isMade && !stdout.split('\n')[0]!.includes(taskId),
      'does not say how it ended': !says.test(output),
      [`exit code ${exit}`]: (exit === 0) !== Boolean(isGood),
      'shows the key': output.includes(key),
      [`takes calls with ${called}`]: code.includes('callback_url') && `${called}` !== '404,204',
    };
    const found = Object.entries(faults).filter(([, isSeen]) => isSeen);
    return found.map(([fault]) => `${fault}: ${output.slice(0, 2000)}`);
  } finally {
    await server.close();
  }
}
