// Makes types and constants from the bundle that is named, as the build does, and throws them away.
import { readFile } from 'node:fs/promises';
import { generateConstants } from '../../../openapi/build/generateConstants.ts';
import { generateTypes } from '../../../openapi/build/generateTypes.ts';

const document = JSON.parse(await readFile(process.argv[2]!, 'utf8'));
await generateTypes(document);
generateConstants(document);
