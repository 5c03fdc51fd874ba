import { atMost, ratio, type Figure, type Row } from '../row.ts';
import { byRun, type Result } from '../../results/result.ts';
import { median, pairedRatios } from '../../statistics/summarize.ts';

const figure = (label: string, contender: string, value = 'lagMilliseconds'): Figure => ({
  ...{ label, contender, value },
  ...{ unit: 'ms', digits: 0 },
});

const latencyMs = 200;

/** Own, which asks the service, to the Wait node, which only wakes. */
const overWaking = (result: Result) =>
  median(
    pairedRatios(
      byRun(result, 'own', 'lagMilliseconds'),
      byRun(result, 'byHand', 'unaskedMilliseconds'),
    ),
  );

export const resumeLag: Row = {
  name: 'resume-lag',
  measure: 'resume-lag',
  title: 'Lag from callback to the execution that goes on',
  bound: "one query plus n8n's own resume time",
  goal: "≤ 1.2 × n8n's Wait node on a webhook",
  how: 'Ten executions sleep until the service calls them, with Callback set to Resume This Execution. Their tasks finish half a second apart. The figure of a run is the median time from sending the call to the start of the next node. Anyone could call, so Wait for Video always checks with the service first (200 ms of latency); the Wait node is followed by an HTTP Request that does the same, and the time without that request is shown too.',
  figures: [
    figure('VideoGen, asking the service', 'own'),
    figure('Wait node and HTTP Request', 'byHand'),
    figure('Wait node, asking nobody', 'byHand', 'unaskedMilliseconds'),
  ],
  checks: (result) => [
    atMost(
      ratio(result, 'lagMilliseconds', 'own', 'byHand'),
      1.2,
      ' × the Wait node',
      'both asking the service: ',
    ),
    atMost(overWaking(result), 1.2, ' × the Wait node', 'the Wait node asking nobody: '),
  ],
  why: `anyone who knows the URL can call it, so Wait for Video checks with the service before it lets an item go. That request takes the service's latency of ${latencyMs} ms, which a Wait node that trusts the caller doesn't pay. With the same request behind the Wait node, the comparison is the first line.`,
  plot: { value: 'lagMilliseconds', label: 'milliseconds from callback to next node' },
};
