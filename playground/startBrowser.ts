import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

// As root and without a screen; the rest keeps it from talking to anybody but the page's server.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const places = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

/**
 * Starts the machine's Chromium, or the one that the environment variable CHROMIUM names.
 *
 * @throws when there is none
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? places.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error('No Chromium found; install one (Debian: apt-get install chromium).');
  return await chromium.launch({ executablePath, args: flags });
}
