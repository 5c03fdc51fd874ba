import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { valuesOf, type Result } from '../results/result.ts';
import { median } from '../statistics/summarize.ts';
import type { Row } from './row.ts';

const pixelsPerLine = 38;

/** Draws a row's runs as dots and their median as a bar, one line per contender. */
export function drawPlot(row: Row, result: Result): string {
  const { document } = parseHTML('<!doctype html><html></html>');
  const figures = row.figures.filter(({ value }) => value === row.plot.value);
  const dots = figures.flatMap(({ label, contender, value }) =>
    valuesOf(result, contender, value).map((x) => ({ label, x })),
  );
  const labels = figures.map(({ label }) => label);
  const drawn = new Set(dots.map(({ label }) => label));
  const bars = [...drawn].map((label) => ({
    label,
    x: median(dots.filter((dot) => dot.label === label).map(({ x }) => x)),
  }));
  const plot = Plot.plot({
    document,
    width: 760,
    height: 60 + labels.length * pixelsPerLine,
    marginLeft: 250,
    marginRight: 30,
    style: { background: 'white', color: '#24292f', fontSize: '12px' },
    x: { label: `${row.plot.label} →`, grid: true, zero: true, nice: true },
    y: { label: null, domain: labels },
    marks: [
      Plot.barX(bars, {
        x: 'x',
        y: 'label',
        fill: ({ label }) => (label.startsWith('VideoGen') ? '#7c5cff' : '#c3c8d0'),
        insetTop: 6,
        insetBottom: 6,
      }),
      Plot.dot(dots, { x: 'x', y: 'label', r: 3, fill: '#24292f', fillOpacity: 0.55 }),
      Plot.ruleX([0]),
    ],
  });
  plot.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${plot.outerHTML}\n`;
}
