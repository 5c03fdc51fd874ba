import assert from 'node:assert/strict';
import { join } from 'node:path';
import { dist, redocly } from '../context.js';

// The open status (anyOf) and the mode choice (oneOf) each cost what their usefulness is worth; see the README.
const least = { 'openapi.yaml': 80, 'openapi.strict.yaml': 85, 'openapi.flat.json': 90 };

export default {
  tool: 'redocly score',
  proves: `at least ${Object.values(least).join(', ')} for document, strict and flat profile`,
  async check() {
    for (const [file, points] of Object.entries(least)) {
      const { stdout } = await redocly('score', join(dist, file), '--format', 'json');
      const { agentReadiness } = JSON.parse(stdout.slice(stdout.indexOf('{')));
      assert.ok(agentReadiness >= points, `${file} scores ${agentReadiness}, expected ${points}`);
    }
  },
};
