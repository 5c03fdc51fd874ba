#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// Anything more is imported after the check: what an older Node lacks would end it with a stack.
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const [, major, minor] = /"node": ">=(\d+)\.(\d+)"/.exec(manifest) ?? [];
const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);

if (ownMajor > Number(major) || (ownMajor === Number(major) && ownMinor >= Number(minor))) {
  await import('./cli/main.ts');
} else {
  const own = process.versions.node;
  console.error(
    `video-generation-sandbox needs Node ${major}.${minor} or later, and this is ${own}.`,
  );
  process.exitCode = 1;
}
