import type { ExecutionPlan } from './Plan.ts';

/** When the last video of an execution is ready, in ms. */
export const lastEnd = ({ atMs, orders, rounds }: ExecutionPlan) =>
  atMs + rounds * Math.max(...orders.map(({ takesMs }) => takesMs));
