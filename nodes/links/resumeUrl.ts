/**
 * Where a node of ours listens, below the address that resumes an execution. n8n gives that address
 * to whatever node waits at the time, and its own Wait node listens there without a path: without
 * one of our own, a late callback would resume that node in our stead.
 */
export const resumePath = 'videogen-callback';
