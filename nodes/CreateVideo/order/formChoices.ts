import { modes } from '../../generated/contract';

export type Mode = keyof typeof modes;

export const modeChoices = Object.keys(modes) as Mode[];

/** Choice of a list for a value that is typed in, because the list does not have it. */
export const typed = 'other';

/** Choice of a list for a field that is left out, so that the service decides. */
export const serviceDefault = 'serviceDefault';

/** What the form calls the item's file until somebody says otherwise: so do most nodes of n8n. */
export const defaultFile = 'data';

/** What a media field takes, as the first part of a MIME type. */
export type MediaKind = 'image' | 'video' | 'audio';
