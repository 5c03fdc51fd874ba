/**
 * What a request is for, most urgent first: to create a task, to look at a task a last time before
 * its wait ends, to look at one that is likely to have ended, or to look at one because its time
 * has come.
 */
export type Urgency = 'create' | 'lastLook' | 'likelyEnd' | 'routine';

/** All of them, most urgent first. */
export const urgencies: readonly Urgency[] = ['create', 'lastLook', 'likelyEnd', 'routine'];

/** Creating and looking share what a service takes, but it may close for one of them alone. */
export type RequestKind = 'create' | 'look';

export const requestKinds: readonly RequestKind[] = ['create', 'look'];

export const kindOf = (urgency: Urgency): RequestKind => (urgency === 'create' ? 'create' : 'look');
