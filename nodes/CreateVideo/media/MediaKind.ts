/** What a media field takes, as the first part of a MIME type. */
export type MediaKind = 'image' | 'video' | 'audio';
