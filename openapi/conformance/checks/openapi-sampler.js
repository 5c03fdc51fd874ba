import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { sample } from 'openapi-sampler';
import { form } from '../context.js';

export default {
  tool: 'openapi-sampler',
  proves: 'what it makes up of every schema is valid, so that references show what works',
  async check() {
    const document = form();
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'document');
    const { schemas } = document.components;
    for (const [name, schema] of Object.entries(schemas)) {
      const made = sample(schema, {}, document);
      assert.ok(
        ajv.validate(`document#/components/schemas/${name}`, made),
        `${name}: ${JSON.stringify(made)}`,
      );
    }
    assert.equal(sample(schemas.ImageToVideoRequest, {}, document).image_urls.length, 1);
  },
};
