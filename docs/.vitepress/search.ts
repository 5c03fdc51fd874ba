import type { SearchOptions } from 'minisearch';

/**
 * How the site's search reads words. VitePress writes these functions into the page as text, so each
 * holds all that it needs.
 */
export const searchOptions = {
  options: {
    /** Words of a question that say nothing about its matter. */
    processTerm(term: string): string | null {
      const idle =
        /^(?:a|an|the|i|my|me|it|its|is|are|was|be|do|does|did|how|what|when|where|why|which|can|could|should|will|would|to|of|in|on|at|for|with|and|or|if|that|this|there|have|has|get|got|you|your|we|from|s|t)$/;
      const word = term.toLowerCase();
      return idle.test(word) ? null : word;
    },
  },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, titles: 2, text: 1 },
    /** What builders read comes before what developers read. */
    boostDocument(id: string): number {
      if (/\/(?:money|tables|troubleshooting|quick-start)(?:$|[#.])/.test(id)) return 1.5;
      return /\/(?:internals\/|api|changelog|contributing|unspecified|openapi|sandbox)/.test(id)
        ? 0.1
        : 1;
    },
  } satisfies SearchOptions,
};
