import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    tarball: string;
  }
}

/** Path of the packed package, which `packOnce.ts` makes for all test files of a run. */
export const packedPackage = (): string => inject('tarball');
