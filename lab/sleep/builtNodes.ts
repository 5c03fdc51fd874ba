import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import type { PlantedFault } from './faults.ts';

const root = resolve(import.meta.dirname, '../../.out');
const require = createRequire(import.meta.url);

/** A file that a redesign has taken away is as one without a place for a fault. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlaceGone(`${file} can’t be read`, { cause: error });
  }
}

type Wrapper = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
  weakRef: unknown,
) => void;

/** Garbage is collected when the machine likes, and no history may depend on that. */
class StrongRef<T> {
  private readonly held: T;

  constructor(held: T) {
    this.held = held;
  }
  deref = () => this.held;
}

/** A fault is to be planted at a place that the code does not have any more. */
export class PlaceGone extends Error {}

/** The built package, read and compiled once. */
export class BuiltCode {
  private readonly wrappers = new Map<string, Wrapper>();

  private readonly fault: PlantedFault | undefined;

  /** @param fault - planted into the code; the build on disk stays as it is */
  constructor(fault?: PlantedFault) {
    this.fault = fault;
    if (fault !== undefined) this.wrapper(join(root, fault.file));
  }

  wrapper(file: string): Wrapper {
    let wrapper = this.wrappers.get(file);
    if (wrapper === undefined) {
      let text = read(file);
      const { fault } = this;
      if (fault !== undefined && relative(root, file) === fault.file) {
        if (!text.includes(fault.find)) throw new PlaceGone(`${fault.file} has no ${fault.find}`);
        text = text.replace(fault.find, () => fault.put);
      }
      text = text.replace(/\/\/# sourceMappingURL=.*$/m, '');
      wrapper = new Function(
        ...['exports', 'require', 'module', 'WeakRef'],
        `${text}\n//# sourceURL=${file}`,
      ) as Wrapper;
      this.wrappers.set(file, wrapper);
    }
    return wrapper;
  }

  /** Loads the package as a new process does: with nothing in its memory. */
  loadNodes(): (name: string) => INodeType {
    const modules = new Map<string, { exports: object }>();
    const load = (file: string): object => {
      const known = modules.get(file);
      if (known !== undefined) return known.exports;
      const module = { exports: {} };
      modules.set(file, module);
      const requireFrom = (name: string): unknown => {
        if (!name.startsWith('.')) return require(name);
        const path = join(dirname(file), name);
        return load(path.endsWith('.js') ? path : `${path}.js`);
      };
      this.wrapper(file)(module.exports, requireFrom, module, StrongRef);
      return module.exports;
    };
    const nodes = new Map<string, INodeType>();
    return (name) => {
      const className = name.charAt(0).toUpperCase() + name.slice(1);
      let node = nodes.get(name);
      if (node === undefined) {
        const exports = load(join(root, `nodes/${className}/${className}.node.js`));
        node = new (exports as Record<string, new () => INodeType>)[className]!();
        nodes.set(name, node);
      }
      return node;
    };
  }
}
