import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** Position of the output "Check Again". */
const checkAgainOutput = 0;

interface IncomingConnection {
  node: string;
  /** The output of that node. */
  index: number;
}

/** n8n's contexts have this method in all supported versions; its type leaves it out. */
interface WithConnections {
  getConnections?(destination: Pick<INode, 'name'>, type: 'main'): (IncomingConnection[] | null)[];
}

/**
 * Whether the output "Check Again" leads back to the node's own input, straight or through other
 * nodes. Also true where n8n does not tell.
 */
export function hasLoopWire(context: IExecuteFunctions): boolean {
  const graph = context as WithConnections;
  if (typeof graph.getConnections !== 'function') return true;

  const self = context.getNode().name;
  const seen = new Set<string>();
  const queue = [self];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const incoming = graph.getConnections({ name }, 'main').flatMap((input) => input ?? []);
    for (const { node, index } of incoming) {
      if (node === self && index === checkAgainOutput) return true;
      if (node === self || seen.has(node)) continue;
      seen.add(node);
      queue.push(node);
    }
  }
  return false;
}
