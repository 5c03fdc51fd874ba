import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  INodeTypes,
} from 'n8n-workflow';
import type { Engine } from './loadEngine.ts';

const describe = (name: string, more: Partial<INodeTypeDescription> = {}) => ({
  displayName: name,
  name,
  group: ['transform'] as INodeTypeDescription['group'],
  version: 1,
  description: 'A node of the stories',
  defaults: { name },
  inputs: ['main'] as INodeTypeDescription['inputs'],
  outputs: ['main'] as INodeTypeDescription['outputs'],
  properties: [],
  ...more,
});

const field = (name: string) => ({ displayName: name, name, type: 'json', default: '' }) as const;

/** The nodes around those under test; n8n's own ones are a package that engines do not bring. */
const own: Record<string, INodeType> = {
  'test.items': {
    description: describe('Items', { properties: [field('items')] }),
    async execute(this: IExecuteFunctions) {
      return [this.getNodeParameter('items', 0) as unknown as INodeExecutionData[]];
    },
  },
  'test.pass': {
    description: describe('Pass'),
    async execute(this: IExecuteFunctions) {
      return [this.getInputData()];
    },
  },
  'test.set': {
    description: describe('Set', { properties: [field('value')] }),
    async execute(this: IExecuteFunctions) {
      const valueOf = (item: number) => this.getNodeParameter('value', item) as string;
      return [this.getInputData().map((_, item) => ({ json: { value: valueOf(item) } }))];
    },
  },
  'test.merge': {
    description: describe('Merge', { inputs: ['main', 'main'], requiredInputs: 1 }),
    async execute(this: IExecuteFunctions) {
      return [[...this.getInputData(0), ...this.getInputData(1)]];
    },
  },
};

/** The node types of the stories: those above, and the built ones of the package. */
export function nodeTypesFor({ loadBuilt }: Engine): INodeTypes {
  const loaded = new Map(Object.entries(own));
  const load = (type: string): INodeType => {
    const name = type.split('.').at(-1)!;
    const className = name.charAt(0).toUpperCase() + name.slice(1);
    return new (loadBuilt(`nodes/${className}/${className}.node.js`)[className]!)() as INodeType;
  };
  const find = (type: string) => {
    if (!loaded.has(type)) loaded.set(type, load(type));
    return loaded.get(type)!;
  };
  return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
