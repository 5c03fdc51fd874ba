/** One version of n8n whose engine is tried. */
export interface Version {
  /** As people know it. */
  n8n: string;
  /** Its engine: the version of n8n-core that it is made with. */
  core: string;
  /** Packages that must be held to what was newest at the time. */
  overrides?: Record<string, string>;
  /** The package cannot be loaded there. */
  tooOld?: true;
}

// Newer releases of n8n-core's own dependencies ask for a newer one than these pin.
const overrides = { zod: '3.25.76' };

/** Oldest first. The last is what the package is developed with. */
export const versions: Version[] = [
  { n8n: '1.81.4', core: '1.80.2', overrides, tooOld: true },
  { n8n: '1.85.4', core: '1.84.0', overrides },
  { n8n: '1.101.1', core: '1.100.0' },
  { n8n: '1.116.2', core: '1.115.1' },
  { n8n: '1.123.81', core: '1.122.48' },
  { n8n: '2.0.0', core: '2.0.0' },
  { n8n: '2.8.4', core: '2.8.1' },
  { n8n: '2.16.1', core: '2.16.1' },
  { n8n: '2.33.4', core: '2.33.1' },
  { n8n: '2.37.11', core: '2.37.5' },
  { n8n: '2.41.1', core: '2.41.1' },
];
