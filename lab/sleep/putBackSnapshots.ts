/** Stands in front of the engine: n8n puts back a copy of the entry that slept, made before. */
export function putBackSnapshots(engine: object): void {
  const inside = engine as {
    popExecutionStack(): { node: object; data: object };
    pushExecutionStack(entry: object): void;
  };
  const pop = inside.popExecutionStack.bind(engine);
  const push = inside.pushExecutionStack.bind(engine);
  let snapshot: object = {};
  inside.popExecutionStack = () => {
    const entry = pop();
    snapshot = { ...entry, node: { ...entry.node }, data: { ...entry.data } };
    return entry;
  };
  inside.pushExecutionStack = () => push(snapshot);
}
