/** The credential type of all nodes. */
export const credentialName = 'videoGenApi';
