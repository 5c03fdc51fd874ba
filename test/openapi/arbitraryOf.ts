import fc from 'fast-check';

export interface Schema {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Values that the schema's own keywords allow; conditions are for the caller to check. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer();
    case 'string':
      return schema.format === 'uri' ? fc.webUrl() : fc.string();
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems: maxLength = 4 } = schema;
      return fc.array(arbitraryOf(items), { minLength, maxLength });
    }
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      const model = Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)]));
      return fc.record(model, { requiredKeys: schema.required ?? [] });
    }
    default:
      throw new Error(`No values for ${JSON.stringify(schema)}`);
  }
}
