import type { Line } from './Line.ts';
import { n8n1 } from './n8n1.ts';
import { n8n2 } from './n8n2.ts';

export const lineVariable = 'VIDEOGEN_N8N_LINE';

/** The line that the environment names: the newest one if it names none. */
export const chosenLine: Line = process.env[lineVariable] === '1' ? n8n1 : n8n2;
