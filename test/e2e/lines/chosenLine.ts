import { join } from 'node:path';
import type { Line } from './Line.ts';
import { n8n1 } from './n8n1.ts';
import { n8n2 } from './n8n2.ts';

const version = process.env.VIDEOGEN_N8N_VERSION;

const lineOf = (named: string): Line => ({
  ...(named.startsWith('1.') ? n8n1 : n8n2),
  source: join(import.meta.dirname, '../../compat', named),
});

/** The line of the version that the environment names; of the pinned one if it names none. */
export const chosenLine: Line = version === undefined ? n8n2 : lineOf(version);
