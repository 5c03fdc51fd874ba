import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, redocly } from '../context.js';

// The open status (anyOf) and the mode choice (oneOf) each cost what their usefulness is worth; see the README.
const least = {
  'openapi.yaml': 81.3,
  'openapi.strict.yaml': 86.4,
  'openapi.3.0.yaml': 89.3,
  'openapi.flat.json': 91.7,
};

export default {
  tool: 'redocly score',
  proves: `at least ${Object.values(least).join(', ')} for document, strict, 3.0 and flat profile`,
  async check() {
    for (const [file, points] of Object.entries(least)) {
      const { stdout } = await redocly('score', join(dist, file), '--format', 'json');
      const { agentReadiness } = JSON.parse(stdout.slice(stdout.indexOf('{')));
      assert.ok(agentReadiness >= points, `${file} scores ${agentReadiness}, expected ${points}`);
    }
  },
};
